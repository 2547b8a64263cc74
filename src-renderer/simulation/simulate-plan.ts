import type { JsonObject } from '#server/core/contract.ts';
import { metricKinds } from '../metrics/metric-kind-words.ts';
import type { EventRecipe, MetricRecipe } from './simulate-recipe.ts';
import { evenSpread, type Spread } from './simulated-counts.ts';
import { simulatedKinds } from './simulated-kinds.ts';

/**
 * The true values of a metric. `baseline`: control's, percent that come to the last step of a funnel, or events per person of a
 * trend. `effects` are relative, in percent of it, by variant key; none given is none. The spread is that of counts; without it
 * events are independent.
 */
export type MetricTruth = { baseline: number; effects: Record<string, number> } & Partial<Spread>;

/**
 * The true values for the simulated users, who come over `days` days: of the primary metric and the `secondary` ones in order,
 * null for those that are not simulated.
 */
export type Scenario = MetricTruth & {
  seed: number;
  users: number;
  days: number;
  secondary?: (MetricTruth | null)[];
};

/** The time in which everything happens, milliseconds since the epoch; both ends are in it. */
export type Run = { start: number; end: number };

/** An element of a batch. */
export type SimulatedEvent = { event: string; distinct_id: string; timestamp: string; properties: JsonObject };

type TallyOfMetric = Record<string, { people: number; reached: number[]; count: number }>;
/**
 * Counts the users' outcomes by variant: `reached` is the people at each step of a funnel, `count` the events of a trend.
 * `secondary`: the same of each simulated secondary metric. `outside` got none of the variants.
 */
export type Tally = { byVariant: TallyOfMetric; outside: number; secondary?: (TallyOfMetric | null)[] };

/** Who does the metric's events does so within this time, if the metric's own window is no shorter. */
const maxVisitMs = 36 * 3_600_000;

/** Returns the true value of the metric for a variant, in the unit of the baseline. */
export function truthOf({ baseline, effects }: Pick<MetricTruth, 'baseline' | 'effects'>, variant: string): number {
  return baseline * (1 + (effects[variant] ?? 0) / 100);
}

export function emptyTally(variants: string[], { recipe, secondary }: Pick<Plan, 'recipe' | 'secondary'>): Tally {
  const none = (of: MetricRecipe): TallyOfMetric =>
    Object.fromEntries(variants.map((key) => [key, { people: 0, reached: of.steps.map(() => 0), count: 0 }]));
  const tally = { byVariant: none(recipe), outside: 0 };
  if (secondary === undefined) return tally;
  return { ...tally, secondary: secondary.map((metric) => (metric === null ? null : none(metric.recipe))) };
}

/** Returns the same id for the same number and seed, in every run. */
export function userId(seed: number, index: number): string {
  return `simulated-${seed}-${index + 1}`;
}

/** The inputs of a user's events, beside the user's number and variant. */
export type Plan = {
  scenario: Scenario;
  recipe: MetricRecipe;
  secondary?: (SecondaryPlan | null)[];
  run: Run;
  flagKey: string;
};
export type SecondaryPlan = { recipe: MetricRecipe; truth: MetricTruth };

/**
 * Returns and counts what one user does, given the value that the server decided on. Who does what depends on the seed and the
 * number of the user alone: chance is drawn before the variant is looked at, so that a change of an effect changes as few users
 * as possible.
 */
export function eventsOf(index: number, value: boolean | string, plan: Plan, tally: Tally): SimulatedEvent[] {
  const { scenario, recipe, run, flagKey } = plan;
  const random = generator(scenario.seed, index);
  // Nobody comes so late that there is no time left for what follows.
  const exposedAt = run.start + random() * (run.end - run.start) * 0.99;
  const shape = (event: string, time: number, properties: JsonObject) => ({
    event,
    distinct_id: userId(scenario.seed, index),
    timestamp: new Date(Math.round(time)).toISOString(),
    properties: { ...properties, [`$feature/${flagKey}`]: value, $lib: 'benchtop-simulator' },
  });
  const personProperties = [recipe, ...recipesOf(plan)].map((one) => one.personProperties);
  const exposure = shape('$feature_flag_called', exposedAt, {
    $feature_flag: flagKey,
    $feature_flag_response: value,
    $set: { ...Object.assign({}, ...personProperties), $simulated: true },
  });
  const variant = typeof value === 'string' && Object.hasOwn(tally.byVariant, value) ? value : null;
  if (variant === null) tally.outside += 1;
  const visited = (of: MetricRecipe, truth: MetricTruth, counted: TallyOfMetric, own: () => number) => {
    // Drawn before the variant is looked at.
    const chance = own();
    const done = variant === null ? [] : doneBy(variant, { recipe: of, truth }, chance, own, counted);
    const visit = Math.min(of.windowMs, maxVisitMs, run.end - exposedAt) * 0.99;
    const times = done.map(() => exposedAt + own() * visit).toSorted((a, b) => a - b);
    return done.map(({ event, properties }, step) => shape(event, times[step] ?? exposedAt, properties));
  };
  const others = (plan.secondary ?? []).flatMap((metric, place) => {
    const counted = tally.secondary?.[place];
    if (metric === null || counted === null || counted === undefined) return [];
    return visited(
      metric.recipe,
      metric.truth,
      counted,
      generator(scenario.seed, index + (place + 1) * streamsOfMetric),
    );
  });
  const own = visited(recipe, scenario, tally.byVariant, random);
  // Stable, so that the steps of a funnel in one millisecond keep their order.
  const following = [...own, ...others].toSorted((one, other) =>
    one.timestamp < other.timestamp ? -1 : Number(one.timestamp > other.timestamp),
  );
  return [exposure, ...following];
}

/** More than there are users: each metric has random numbers of its own. */
const streamsOfMetric = 1_000_003;

const recipesOf = ({ secondary = [] }: Plan): MetricRecipe[] => secondary.flatMap((one) => one?.recipe ?? []);

/** Returns and counts what the user does of the metric. */
function doneBy(
  variant: string,
  { recipe, truth }: SecondaryPlan,
  chance: number,
  random: () => number,
  counted: TallyOfMetric,
): EventRecipe[] {
  const own = counted[variant];
  if (own === undefined) return [];
  own.people += 1;
  const { isOrdered } = metricKinds[recipe.kind];
  const spread = { ...evenSpread, ...truth };
  const done = simulatedKinds[recipe.kind].does(recipe.steps, {
    truth: truthOf(truth, variant),
    spread,
    chance,
    random,
  });
  if (isOrdered) own.reached = own.reached.map((people, step) => (step < done.length ? people + 1 : people));
  else own.count += done.length;
  const { property } = recipe;
  const { amount } = simulatedKinds[recipe.kind];
  if (property === undefined || amount === null) return done;
  return done.map((step) => ({
    ...step,
    properties: { ...step.properties, [property]: amount(truthOf(truth, variant), random) },
  }));
}

/** Returns an sfc32 generator (Chris Doty-Humphrey, PractRand), a stream for each pair of numbers: uniform in [0, 1). */
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
