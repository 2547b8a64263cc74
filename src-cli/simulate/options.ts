import { bareName, isLoopback } from '#server/http/guard.ts';
import type { Spread } from '../../src-renderer/simulation/simulated-counts.ts';
import { Failure } from '../failure.ts';
import { accessOf, type ServerOptions } from '../server.ts';

/** By the key of a variant, in percent. */
type Effects = Record<string, number>;
/** By the index of a secondary metric, from 0. */
type BySecondary<Value> = Map<number, Value>;

/** The parsed flags. */
type Flags = Omit<ServerOptions, 'json'> & {
  allowRemote?: true;
  experiment?: number;
  users: number;
  baseline?: number;
  effect?: Effects;
  dispersion: number;
  heavyTail?: true;
  secondaryBaseline?: BySecondary<number>;
  secondaryEffect?: BySecondary<Effects>;
  aa?: true;
  seed: number;
  days: number;
  inPlace?: true;
  remove?: number;
};

export type SimulateOptions = {
  experiment: number | null;
  users: number;
  baseline: number | null;
  /** Null: the default on each test variant. */
  effects: Effects | null;
  spread: Spread;
  secondary: BySecondary<{ baseline?: number; effects: Effects }>;
  seed: number;
  days: number;
  inPlace: boolean;
  remove: number | null;
};

/** Parses the flags. Throws Failure for flags that exclude each other, and for a server elsewhere that was not confirmed. */
export function optionsOf(flags: Flags): SimulateOptions {
  const { users, seed, days, dispersion, heavyTail, aa, effect, secondaryBaseline, secondaryEffect } = flags;
  if (aa && (effect ?? secondaryEffect) !== undefined) {
    throw new Failure('--aa means no effect: leave it out, or leave out --effect and --secondary-effect.');
  }
  if (flags.inPlace && flags.experiment === undefined) throw new Failure('--in-place needs --experiment <id>.');
  if (flags.project !== undefined && flags.experiment === undefined) {
    throw new Failure('--project says where --experiment <id> is: give both, or neither.');
  }
  const { url } = accessOf(flags);
  // A simulation creates users there.
  if (!flags.allowRemote && !isLoopback(bareName(new URL(url).hostname))) {
    throw new Failure(`--url ${url} is another machine. Add --allow-remote to allow that.`);
  }
  return {
    users,
    seed,
    days,
    experiment: flags.experiment ?? null,
    baseline: flags.baseline ?? null,
    effects: aa ? {} : (effect ?? null),
    spread: { dispersion, tail: heavyTail ? 'heavy' : 'light' },
    secondary: secondaryOf(secondaryBaseline, secondaryEffect),
    inPlace: flags.inPlace ?? false,
    remove: flags.remove ?? null,
  };
}

function secondaryOf(
  baselines: BySecondary<number> = new Map(),
  effects: BySecondary<Effects> = new Map(),
): SimulateOptions['secondary'] {
  const places = new Set([...baselines.keys(), ...effects.keys()]);
  return new Map(
    [...places].map((place) => {
      const baseline = baselines.get(place);
      return [place, { ...(baseline === undefined ? {} : { baseline }), effects: effects.get(place) ?? {} }];
    }),
  );
}

export function addEffect(text: string, before: Effects = {}): Effects {
  const [, variant, effect] = /^([^=]+)=([+-]?\d+(?:\.\d+)?)%?$/.exec(text) ?? [];
  if (variant !== undefined) return { ...before, [variant]: Number(effect) };
  throw new Failure(`Invalid --effect "${text}": use the key of a variant and percent, such as test=+10.`);
}

export function addBaseline(text: string, before: BySecondary<number> = new Map()): BySecondary<number> {
  const [, place, value] = /^([1-9]\d?)=(\d+(?:\.\d+)?)%?$/.exec(text) ?? [];
  if (place !== undefined) return new Map([...before, [Number(place) - 1, Number(value)]]);
  throw new Failure(`Invalid --secondary-baseline "${text}": use the place of a metric and a number, such as 1=2.5.`);
}

export function addSecondaryEffect(text: string, before: BySecondary<Effects> = new Map()): BySecondary<Effects> {
  const [, place, effect] = /^([1-9]\d?):(.+)$/.exec(text) ?? [];
  if (effect === undefined) {
    throw new Failure(
      `Invalid --secondary-effect "${text}": use the place of a metric and an effect, such as 1:test=-5.`,
    );
  }
  const at = Number(place) - 1;
  return new Map([...before, [at, addEffect(effect, before.get(at))]]);
}
