import { countPeople, countWords } from '#server/core/text/numbers-contract.ts';
import type { Recommendation } from '#server/experiments/decision/decision-contract.ts';
import type { FlagOutcome } from '#server/experiments/decision/ending-contract.ts';
import { shortWords } from '#server/experiments/results/words/verdict-words-contract.ts';
import { intervalName } from '../../metrics/interval-words.ts';
import { formatCount } from '../../ui/format.ts';

/** What is decided on, for the words of an outcome. */
type Decided = { key: string; name: string; isRunning: boolean };
type OutcomeWords = {
  ship: (variant: string, decided: Decided) => string;
  off: (decided: Decided) => string;
  keep: (decided: Decided) => string;
};

/** Returns a function that words each outcome. */
const outcomeWords =
  ({ ship, off, keep }: OutcomeWords) =>
  (outcome: FlagOutcome, decided: Decided): string => {
    if (outcome.kind === 'ship') return ship(outcome.variant, decided);
    return outcome.kind === 'off' ? off(decided) : keep(decided);
  };

type NoBasis = Extract<Recommendation, { kind: 'none' }>['reason'];

const ship = (variant: string) => `Ship “${variant}” to everyone`;
const turnOff = 'Turn off the flag';
const stopOnly = 'Stop without a rollout';
const saveConclusion = 'Save the conclusion';

export const words = {
  name: 'This decision',
  decision: 'the decision',
  experiment: 'Experiment',
  title: { running: (name: string) => `Stop “${name}”`, complete: (name: string) => `Decide on “${name}”` },
  about: {
    running: 'Decide how the run ended, and what its flag serves from now on. Nothing changes before you confirm.',
    complete: 'The run has ended: decide what its flag serves from now on. Nothing changes before you confirm.',
  },
  draft: {
    title: 'Not started yet',
    text: 'There is nothing to decide before the experiment has run.',
    back: 'Show the setup',
  },
  noHypothesis: 'No hypothesis was written.',
  recommendation: 'Recommendation',
  ship,
  none: 'No recommendation',
  reasons: {
    no_metric: 'There is no primary metric to decide by.',
    draft: 'The experiment has not started.',
    no_exposures: 'Nobody is counted, so there is nothing to compare.',
    collecting: 'There are too few people for a verdict.',
    unhealthy: 'The split of people does not match the weights, so no number is reliable.',
    leaning: 'A variant leads, but the difference is not certain.',
    no_clear_difference: 'No test variant is clearly better than control.',
    guardrail_harmed: 'Weigh the harm against the gain yourself.',
    guardrails_not_decided: 'Shipping it accepts the risk of harm.',
    secondary_worse: 'Other metrics are worse. Weigh them yourself.',
    suspicious_lift: 'The lift is suspicious: check the tracking and the setup before you ship it.',
  } satisfies Record<NoBasis, string>,
  worse: (metrics: string[]) => (metrics.length === 0 ? '' : `${shortWords.worse}: ${metrics.join(', ')}.`),
  metrics: {
    title: 'Metrics',
    table: 'Metrics of the decision',
    metric: 'Metric',
    variant: 'Variant',
    lift: 'Lift',
    interval: intervalName,
    outcome: 'Outcome',
    primary: 'Primary metric',
    noNumbers: 'No numbers yet',
    label: (metric: string, lift: string, interval: string) => `${metric}: lift ${lift}, ${intervalName} ${interval}`,
  },
  unsavedNote: 'Your note is',
  replaces: 'Confirming yours overwrites that change.',
  decide: 'Decision',
  rollout: 'Rollout',
  follows: 'Follows from the conclusion. You can choose another.',
  chooseFirst: 'Choose a conclusion to see the rollout that follows from it.',
  chooseWinner: 'Choose the variant that won.',
  taken: (rival: string) =>
    `“${rival}” runs on this flag or is scheduled to. Stop or reset it before you roll out a variant of this one.`,
  choices: {
    ship,
    off: turnOff,
    keep: 'No rollout',
  },
  effects: {
    ship: (variant: string, served: number, total: number, days: number) =>
      total === 0
        ? `No app reported the flag in the last ${days} days. From now on everyone gets “${variant}”.`
        : `Served to about ${formatCount(served)} of ${countPeople(total)} seen in the last ${days} days → 100%.`,
    off: (total: number, days: number) =>
      total === 0
        ? 'Nobody gets a variant, except by an override.'
        : `Nobody gets a variant, except by an override: about ${countWords(total, 'person was', 'people were')} seen in the last ${days} days.`,
    keep: (split: string) => `The flag stays as it is (${split}).`,
    keepOff: 'The flag stays off.',
    withExcluded: 'This includes people whom the project excludes from the results.',
  },
  verb: outcomeWords({
    ship,
    off: ({ isRunning }) => (isRunning ? 'Stop and turn off the flag' : turnOff),
    keep: ({ isRunning }) => (isRunning ? `${stopOnly}…` : saveConclusion),
  }),
  open: 'Choose a conclusion',
  openRollout: 'Choose a rollout',
  confirm: {
    title: outcomeWords({
      ship: (variant, { key }) => `Ship “${variant}” of ${key} to everyone?`,
      off: ({ key }) => `Turn off ${key}?`,
      keep: ({ isRunning, name }) =>
        isRunning ? `Stop “${name}” without a rollout?` : `Save the conclusion of “${name}”?`,
    }),
    verb: outcomeWords({
      ship,
      off: () => turnOff,
      keep: ({ isRunning }) => (isRunning ? stopOnly : saveConclusion),
    }),
    stops: 'The experiment stops now. Later data does not count.',
    early: (day: number, planned: number) => `It stops on day ${day} of ${planned}. The conclusion records this.`,
    keeps: 'People keep the variants that they have now, whichever one is better.',
    differs: (conclusion: string) => `This is not the rollout that follows from the conclusion “${conclusion}”.`,
    instead: (variant: string) => `The recommendation is different: ship “${variant}” to everyone.`,
    guardrail: (sentence: string) => `Guardrail ${sentence}`,
    undo: 'You can undo this until the flag is changed again.',
  },
  done: outcomeWords({
    ship: (variant, { key }) => `${key} now serves “${variant}” to everyone`,
    off: ({ key }) => `${key} is turned off`,
    keep: ({ isRunning, name }) => (isRunning ? `“${name}” is stopped` : `The conclusion of “${name}” is saved`),
  }),
};
