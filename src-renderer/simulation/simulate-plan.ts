import type { JsonObject } from '#server/core/contract.ts';
import { metricKinds } from '../metrics/metric-kind-words.ts';
import { CannotSimulate, type EventRecipe, type MetricRecipe } from './simulate-recipe.ts';
import { simulatedKinds } from './simulated-kinds.ts';

/**
 * What is true of the simulated users. `baseline` is control's: percent that come to the last step of a funnel, or events per
 * person of a trend. `effects` are relative, in percent of it, by variant key; none given is none. They come over `days` days.
 */
export type Scenario = {
  seed: number;
  users: number;
  baseline: number;
  effects: Record<string, number>;
  days: number;
};

/** The time in which everything happens, milliseconds since the epoch; both ends are in it. */
export type Run = { start: number; end: number };

/** An element of a batch. */
export type SimulatedEvent = { event: string; distinct_id: string; timestamp: string; properties: JsonObject };

/**
 * What became of the users, by variant: of a funnel `reached` has how many came to each step, of a trend `count` is the events.
 * `outside` got none of the variants.
 */
export type Tally = {
  byVariant: Record<string, { people: number; reached: number[]; count: number }>;
  outside: number;
};

/** Who does the metric's events does so within this time, if the metric's own window is no shorter. */
const longestVisit = 36 * 3_600_000;

/** What the metric is in truth for a variant, in the unit of the baseline. */
export function truthOf({ baseline, effects }: Scenario, variant: string): number {
  return baseline * (1 + (effects[variant] ?? 0) / 100);
}

/** Throws CannotSimulate, saying which of the numbers cannot be and what could. `variants`: the flag's, control among them. */
export function checkScenario(scenario: Scenario, variants: string[], kind: MetricRecipe['kind']): void {
  const { users, days, seed, baseline, effects } = scenario;
  const refuse = (message: string) => {
    throw new CannotSimulate(message);
  };
  if (!Number.isInteger(users) || users < 1 || users > 100_000) refuse('Users: a whole number from 1 to 100,000.');
  if (!(days > 0 && days <= 365)) refuse('Days: a number over 0, at most 365.');
  if (!Number.isInteger(seed) || Math.abs(seed) > 2 ** 31) refuse('Seed: a whole number, at most ten digits.');
  const { unit, problem: problemIn } = simulatedKinds[kind];
  if (!(baseline > 0 && baseline <= 100)) refuse(`Baseline: ${unit}, over 0, at most 100.`);
  for (const [variant, effect] of Object.entries(effects)) {
    if (!variants.includes(variant)) refuse(`No variant has the key “${variant}”. There are ${variants.join(', ')}.`);
    if (variant === 'control' && effect !== 0) refuse('Control has no effect: the others are compared with it.');
    const truth = truthOf(scenario, variant);
    if (!(truth >= 0)) refuse(`Effect on ${variant}: a number, −100% at the least.`);
    const problem = problemIn({ truth, baseline, effect, users });
    if (problem !== null) refuse(problem);
  }
}

export function emptyTally(variants: string[], recipe: MetricRecipe): Tally {
  const none = () => ({ people: 0, reached: recipe.steps.map(() => 0), count: 0 });
  return { byVariant: Object.fromEntries(variants.map((key) => [key, none()])), outside: 0 };
}

/** The same number of the same seed is the same person, in every run. */
export function userId(seed: number, index: number): string {
  return `simulated-${seed}-${index + 1}`;
}

/** All that the events of a user follow from, beside the user's number and variant. */
export type Plan = { scenario: Scenario; recipe: MetricRecipe; run: Run; flagKey: string };

/**
 * What one user does, given the value that the server decided on, and counts it in. Who does what depends on the seed and the
 * number of the user alone: chance is drawn before the variant is looked at, so that a change of an effect moves only those
 * whom it has to.
 */
export function eventsOf(index: number, value: boolean | string, plan: Plan, tally: Tally): SimulatedEvent[] {
  const { scenario, recipe, run, flagKey } = plan;
  const random = generator(scenario.seed, index);
  // Nobody comes so late that there is no time left for what follows.
  const exposedAt = run.start + random() * (run.end - run.start) * 0.99;
  const chance = random();
  const done = doneBy(value, plan, chance, random, tally);
  const visit = Math.min(recipe.windowMs, longestVisit, run.end - exposedAt) * 0.99;
  const times = done.map(() => exposedAt + random() * visit).toSorted((a, b) => a - b);
  const shape = (event: string, time: number, properties: JsonObject) => ({
    event,
    distinct_id: userId(scenario.seed, index),
    timestamp: new Date(Math.round(time)).toISOString(),
    properties: { ...properties, [`$feature/${flagKey}`]: value, $lib: 'benchtop-simulator' },
  });
  const exposure = shape('$feature_flag_called', exposedAt, {
    $feature_flag: flagKey,
    $feature_flag_response: value,
    $set: { ...recipe.personProperties, $simulated: true },
  });
  return [exposure, ...done.map(({ event, properties }, step) => shape(event, times[step] ?? exposedAt, properties))];
}

/** What of the metric the user does, counted in; nothing for whom no variant is for. */
function doneBy(
  value: boolean | string,
  plan: Plan,
  chance: number,
  random: () => number,
  tally: Tally,
): EventRecipe[] {
  const { scenario, recipe } = plan;
  const own = typeof value === 'string' ? tally.byVariant[value] : undefined;
  if (own === undefined) {
    tally.outside += 1;
    return [];
  }
  own.people += 1;
  const { isOrdered } = metricKinds[recipe.kind];
  const done = simulatedKinds[recipe.kind].does(recipe.steps, truthOf(scenario, String(value)), chance, random);
  if (isOrdered) own.reached = own.reached.map((people, step) => (step < done.length ? people + 1 : people));
  else own.count += done.length;
  return done;
}

/** sfc32 (Chris Doty-Humphrey, PractRand), a stream for each pair of numbers: uniform in [0, 1), and the same everywhere. */
export function generator(seed: number, stream: number): () => number {
  let [a, b, c, counter] = [seed | 0, stream | 0, 0x9e3779b9 | 0, 1];
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4_294_967_296;
  };
  // Seeds next to each other differ in few bits; these rounds spread them over the whole state.
  for (let round = 0; round < 20; round += 1) next();
  return next;
}
