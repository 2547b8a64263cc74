import type { MetricKind } from '#server/experiments/metrics/kind-contract.ts';
import { formatCount } from '../ui/format.ts';

const notSimulated = {
  no_events: 'the simulator cannot create its events',
  shared_events: 'it counts events of a metric before it',
  opposed_people: 'nobody meets its conditions and those of a metric before it',
};

const effectOn = (variant: string) => `Effect on ${variant}`;

/** Words of the simulator, in the window and on the command line. */
export const simulationWords = {
  /** Names control's value and its unit. */
  kinds: {
    conversion: { label: 'Control: last step', unit: 'percent of the people' },
    mean_count: { label: 'Control: events per person', unit: 'events per person' },
    mean_property: { label: 'Control: sum per person', unit: 'sum per person' },
  } satisfies Partial<Record<MetricKind, { label: string; unit: string }>>,
  effect: effectOn,
  projectName: (experiment: string) => `Simulated: ${experiment}`,
  notSimulated: (metric: string, why: keyof typeof notSimulated) =>
    `${metric} is not simulated on its own: ${notSimulated[why]}.`,

  /** Name what a metric counts. */
  counted: {
    anyEvent: 'any event',
    action: (name: string) => `action “${name}”`,
    person: 'the person',
  },

  /** Why it cannot be simulated. `of` is what a metric counts. */
  problems: {
    users: (most: number) => `Users: a whole number from 1 to ${formatCount(most)}.`,
    days: (most: number) => `Days: a number over 0, at most ${most}.`,
    seed: 'Seed: a whole number, at most ten digits.',
    baseline: (unit: string) => `Baseline: ${unit}, over 0, at most 100.`,
    dispersion: (most: number) => `Dispersion: variance / mean, from 1 to ${most}.`,
    noVariant: (key: string, variants: string[]) =>
      `No variant has the key “${key}”. There are ${variants.join(', ')}.`,
    effect: (variant: string) => `${effectOn(variant)}: a number, at least −100%.`,
    controlEffect: 'Control has no effect: the others are compared with it.',
    overAll: (baseline: number, effect: number, percent: number) =>
      `${baseline}% with ${effect}% more is ${percent}%: over 100% of the people. Lower one of the two.`,
    tooMany: (perPerson: number) =>
      `That is over ${perPerson} events per person, or over a million in all. Lower the effect, the baseline or the users.`,

    noMetric: 'The experiment has no metric yet. Choose one in Setup, then save.',
    unreadable: 'The metric cannot be read. Save it in Setup first.',
    kind: (label: string, simulated: string[]) =>
      `The simulator supports the kinds ${simulated.map((kind) => `“${kind}”`).join(', ')}. The primary metric is of the kind “${label}”.`,
    filtersBySum: (property: string) =>
      `The metric sums the property “${property}” and filters by it. Remove the filter.`,
    countsExposure: (event: string) =>
      `The metric counts ${event}, which every simulated user sends. Choose another event.`,
    countsAnyEvent: 'The metric counts any event, including the exposure. Choose an event by its name.',
    actionDeleted: (id: number) => `The metric counts the action ${id}, which is deleted. Choose another one in Setup.`,
    matchesExposure: (of: string, event: string) =>
      `The ${of} also matches ${event}, which every simulated user sends.`,
    noSteps: (of: string) => `The ${of} has no step, so nothing matches it. Add one under Actions.`,
    noEvent: (of: string) =>
      `The simulator cannot create an event for the ${of}: each step has a CSS selector or a URL regex.`,
    noValue: (property: string, operator: string, of: string) =>
      `The simulator cannot create a value for the property “${property}” (${operator}) of ${of}.`,
    noKey: 'The new project has no key.',
  },

  /** Where the server's count differs from what was sent. */
  difference: (what: string, sent: number, counted: number) =>
    `${what}: ${formatCount(sent)} sent, ${formatCount(counted)} counted.`,
  differenceIn: (metric: string, difference: string) => `${metric}: ${difference}`,
  compared: {
    people: (variant: string) => `People in ${variant}`,
    events: (variant: string) => `Events in ${variant}`,
    step: (variant: string, step: number) => `People in ${variant} at step ${step}`,
    outside: 'People without a variant',
  },
};
