import { missingCodeDays } from '#server/experiments/contract.ts';
import type { LaunchWarning } from '#server/experiments/lifecycle/launch/launch-contract.ts';
import { unfitWords } from '#server/experiments/lifecycle/launch/launch-warnings-contract.ts';
import { decidedByGroup } from '#server/experiments/results/words/finding-words-contract.ts';
import { quotedNames } from '#server/experiments/results/words/people-contract.ts';
import { formatCount } from '../ui/format.ts';

/** Of experiments whose flag no app has requested. */
export const onlyByProperty = 'Only events with its $feature/… property can expose people.';

type Kind = LaunchWarning['kind'];
type Words = { [Of in Kind]: (warning: LaunchWarning & { kind: Of }) => string };

const words = {
  archived: () => 'The experiment is archived. Unarchive it first.',
  flag_deleted: () => 'The flag is deleted, so apps no longer get it. Restore it; a draft can also have another key.',
  flag_unfit: ({ reason }) => `The flag ${unfitWords[reason]}`,
  flag_taken: ({ experiment }) =>
    `The experiment “${experiment}” uses the flag. Stop or reset it, or choose another key.`,
  flag_stays_off: () =>
    'The flag was turned off after the launch was scheduled. Nobody gets a variant until it is on, except by an override.',
  reaches_nobody: () => 'No condition of the flag reaches anybody. Only people with an override get a variant.',
  override_for_everyone: ({ value }) =>
    `An override for everyone ${value === false ? 'turns the flag off' : `serves “${value}”`}, which replaces the random split.`,
  no_metric: () => 'There is no primary metric, so the results cannot have a verdict.',
  no_code: () => `No app has requested the flag by its name in the last ${missingCodeDays} days. ${onlyByProperty}`,
  empty_variants: ({ variants }) =>
    `Nobody gets ${quotedNames(variants)} at random: ${variants.length === 1 ? 'its' : 'their'} weight is 0%.`,
  fixed_variants: ({ variants }) =>
    `${variants.length === 1 ? 'A flag condition always serves' : 'Flag conditions always serve'} ${quotedNames(variants)}. People who match are not split randomly, so the comparison is biased.`,
  by_group: () => decidedByGroup,
  overrides: ({ count }) =>
    count === 1
      ? 'The flag has an override, which replaces the random split for that person.'
      : `The flag has ${formatCount(count)} overrides, which replace the random split for those people.`,
  already_on: () => 'The flag is already on. After the start, people count from the next time their app requests it.',
  no_plan: () =>
    'There is no planned number of people, so there is no final test, and a verdict needs more people. Plan it in Setup.',
  no_hypothesis: () => 'There is no hypothesis to compare the results with.',
} satisfies Words;

/** Words one thing to know before a launch. */
export const launchWarningWords = (warning: LaunchWarning): string => words[warning.kind](warning as never);
