import type { MetricKind } from '#server/experiments/metrics/kind-contract.ts';
import { drawCount, maxTimesMean, type Spread } from './simulated-counts.ts';
import { simulationWords } from './words.ts';

const { problems } = simulationWords;

/** The true values for the simulated users of one variant. `truth` and `baseline` are percent of the people, or events per person. */
type SimulatedCase = { truth: number; baseline: number; effect: number; users: number; spread: Spread };

/** `chance` is uniform and drawn before the variant is looked at. */
type Draw = { truth: number; spread: Spread; chance: number; random: () => number };

type SimulatedRules = {
  /** The default for control. */
  baseline: number;
  /** Why it cannot be simulated; null where it can. */
  problem(simulated: SimulatedCase): string | null;
  /** The metric's steps that a user does, in order. */
  does<Step>(steps: readonly Step[], draw: Draw): Step[];
  /** Whether people can differ by more than chance. */
  hasSpread: boolean;
  /** The metric's property of one event; null where it has none. */
  amount: ((truth: number, random: () => number) => number) | null;
};

const maxEvents = 1_000_000;
const maxEventsOfPerson = 500;

/** How the simulator does the kinds of metrics that it can do. */
export const simulatedKinds = {
  conversion: {
    baseline: 20,
    problem: ({ truth, baseline, effect }) =>
      truth > 100 ? problems.overAll(baseline, effect, Number(truth.toFixed(2))) : null,
    // Each step is done by the same share of those who did the one before.
    does: (steps, { truth, chance }) =>
      steps.filter((_, step) => chance < (truth / 100) ** ((step + 1) / steps.length)),
    hasSpread: false,
    amount: null,
  },
  mean_count: {
    baseline: 1,
    problem: ({ truth, users, spread }) =>
      truth * maxTimesMean[spread.tail] > maxEventsOfPerson || users * truth > maxEvents
        ? problems.tooMany(maxEventsOfPerson / maxTimesMean[spread.tail])
        : null,
    does: countedEvents,
    hasSpread: true,
    amount: null,
  },
  mean_property: {
    baseline: 20,
    problem: () => null,
    // One event per person on average, in all variants: the effect is on the amounts, whose mean is then the sum per person.
    does: (steps, draw) => countedEvents(steps, { ...draw, truth: 1 }),
    hasSpread: true,
    amount: (truth, random) => Number((truth * (0.5 + random())).toPrecision(6)),
  },
} satisfies Partial<Record<MetricKind, SimulatedRules>>;

export type SimulatedKind = keyof typeof simulatedKinds;
export const isSimulated = (kind: MetricKind): kind is SimulatedKind => kind in simulatedKinds;

/** Returns as many events as are drawn, evenly over the events of the metric. */
function countedEvents<Step>(steps: readonly Step[], { truth, spread, chance, random }: Draw): Step[] {
  const count = drawCount(truth, spread, chance, random);
  return Array.from({ length: count }, () => steps[Math.floor(random() * steps.length)]).filter(
    (step) => step !== undefined,
  );
}
