import { parseArgs } from 'node:util';
import { isLoopback } from '#server/http/guard.ts';
import type { Spread } from '../../src-renderer/simulation/simulated-counts.ts';

export const usage = `Usage: npm run simulate -- --key phx_… [flags]

Sends simulated users with a chosen true effect through a running server's /decide/ and /batch/, prints the results and checks
that the server counted what was sent. They get a project of their own, with a copy of the experiment that began --days ago.

  --url <address>       the server                                  (default http://127.0.0.1:8010)
  --key <phx_…>         personal API key                            (BENCHTOP_PERSONAL_API_KEY)
  --experiment <id>     the experiment to copy; without it a ready example is made
  --project <id>        the project that it is in                   (default: the key's)
  --users <number>      how many                                    (default 2000)
  --baseline <number>   control: percent of the people that come to a funnel's last step (default 20),
                        or a trend's events per person (default 1)
  --effect <key=+n>     true effect on a variant, in percent of the baseline; again for each variant (default +10 on each)
  --dispersion <number> of a trend: variance / mean of a person's events; 1 is independent events (default 1)
  --heavy-tail          of a trend: a few people do up to 100 times as much as the mean
  --secondary-baseline <n=number>
                        control's value of the n-th secondary metric, from 1; again for each metric
  --secondary-effect <n:key=+n>
                        true effect on a variant in the n-th secondary metric (default none); guardrails are among them.
                        A metric whose events are those of one before it follows from that one
  --aa                  no effect on any variant: whatever is found is chance
  --seed <number>       same seed, same users, same outcomes        (default 7)
  --days <number>       how long ago the first came                 (default 14)
  --in-place            sends them to --experiment itself, among its real users; it has to be launched
  --remove <project>    removes a project that a simulation made, and does nothing else
  --allow-remote        needed when --url is not this machine
  --help                show this`;

/** A mistake in the flags; shown as one line. */
export class UsageError extends Error {}

export type Options = {
  url: string;
  key: string;
  project: string;
  experiment: number | null;
  users: number;
  baseline: number | null;
  /** Null: the default on each test variant. */
  effects: Record<string, number> | null;
  spread: Spread;
  /** By the place of the secondary metric, from 0. */
  secondary: Map<number, { baseline?: number; effects: Record<string, number> }>;
  seed: number;
  days: number;
  inPlace: boolean;
  remove: number | null;
};

/** Parses the flags; undefined for `--help`. Throws UsageError. */
export function readOptions(args: string[], env: NodeJS.ProcessEnv): Options | undefined {
  const flags = readFlags(args);
  if (flags.help) return undefined;
  const key = flags.key ?? env.BENCHTOP_PERSONAL_API_KEY ?? '';
  if (key === '') throw new UsageError('--key is missing: a personal API key (phx_…), from Settings → Personal keys.');
  if (flags.aa && (flags.effect || flags['secondary-effect'])) {
    throw new UsageError('--aa means no effect: leave out either it or --effect.');
  }
  if (flags['in-place'] && flags.experiment === undefined) throw new UsageError('--in-place needs --experiment <id>.');
  if (flags.project !== undefined && flags.experiment === undefined) {
    throw new UsageError('--project says where --experiment <id> is: give both, or neither.');
  }
  return {
    url: readUrl(flags.url ?? 'http://127.0.0.1:8010', flags['allow-remote'] ?? false),
    key,
    project: flags.project === undefined ? '@current' : String(readId('--project', flags.project)),
    experiment: flags.experiment === undefined ? null : readId('--experiment', flags.experiment),
    users: readNumber('--users', flags.users ?? '2000'),
    baseline: flags.baseline === undefined ? null : readNumber('--baseline', flags.baseline),
    effects: flags.aa ? {} : flags.effect === undefined ? null : Object.fromEntries(flags.effect.map(readEffect)),
    spread: {
      dispersion: readNumber('--dispersion', flags.dispersion ?? '1'),
      tail: flags['heavy-tail'] ? 'heavy' : 'light',
    },
    secondary: readSecondary(flags['secondary-baseline'] ?? [], flags['secondary-effect'] ?? []),
    seed: readNumber('--seed', flags.seed ?? '7'),
    days: readNumber('--days', flags.days ?? '14'),
    inPlace: flags['in-place'] ?? false,
    remove: flags.remove === undefined ? null : readId('--remove', flags.remove),
  };
}

function readFlags(args: string[]) {
  const text = { type: 'string' } as const;
  const yes = { type: 'boolean' } as const;
  try {
    return parseArgs({
      args,
      options: {
        url: text,
        key: text,
        project: text,
        experiment: text,
        users: text,
        baseline: text,
        effect: { type: 'string', multiple: true },
        dispersion: text,
        'heavy-tail': yes,
        'secondary-baseline': { type: 'string', multiple: true },
        'secondary-effect': { type: 'string', multiple: true },
        aa: yes,
        seed: text,
        days: text,
        'in-place': yes,
        remove: text,
        'allow-remote': yes,
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (error) {
    throw new UsageError(`${(error as Error).message.replaceAll('\n', ' ')} (--help shows all flags)`);
  }
}

/** Parses the origin. Another machine must be confirmed, because a simulation creates users there. */
function readUrl(text: string, allowRemote: boolean): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(`"${text}" is not an address: http://127.0.0.1:8010 is.`);
  }
  if (!allowRemote && !isLoopback(url.hostname.replace(/^\[|\]$/g, ''))) {
    throw new UsageError(`--url ${url.origin} is not this machine: add --allow-remote if that is meant.`);
  }
  return url.origin;
}

function readNumber(flag: string, text: string): number {
  const number = Number(text);
  if (text.trim() !== '' && Number.isFinite(number)) return number;
  throw new UsageError(`${flag} takes a number, not "${text}".`);
}

function readId(flag: string, text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new UsageError(`${flag} takes the number in the address of its page, not "${text}".`);
}

function readEffect(text: string): [variant: string, effect: number] {
  const [, variant, effect] = /^([^=]+)=([+-]?\d+(?:\.\d+)?)%?$/.exec(text) ?? [];
  if (variant !== undefined && effect !== undefined) return [variant, Number(effect)];
  throw new UsageError(`--effect takes the key of a variant and percent, such as test=+10, not "${text}".`);
}

function readSecondary(baselines: string[], effects: string[]): Options['secondary'] {
  const metrics: Options['secondary'] = new Map();
  const metricAt = (place: string) => {
    const known = metrics.get(Number(place) - 1) ?? { effects: {} };
    metrics.set(Number(place) - 1, known);
    return known;
  };
  for (const text of baselines) {
    const [, place, value] = /^([1-9]\d?)=(\d+(?:\.\d+)?)%?$/.exec(text) ?? [];
    if (place === undefined) {
      throw new UsageError(
        `--secondary-baseline takes the place of a metric and a number, such as 1=2.5, not "${text}".`,
      );
    }
    metricAt(place).baseline = Number(value);
  }
  for (const text of effects) {
    const [, place, effect] = /^([1-9]\d?):(.+)$/.exec(text) ?? [];
    if (place === undefined || effect === undefined) {
      throw new UsageError(
        `--secondary-effect takes the place of a metric and an effect, such as 1:test=-5, not "${text}".`,
      );
    }
    const [variant, percent] = readEffect(effect);
    metricAt(place).effects[variant] = percent;
  }
  return metrics;
}
