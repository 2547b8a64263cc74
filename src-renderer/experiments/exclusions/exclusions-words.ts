import { countPeople } from '#server/core/text/numbers-contract.ts';
import type { ExcludedPeople } from '#server/experiments/exclusions/exclusions-contract.ts';
import { formatCount } from '../../ui/format.ts';

export const exclusionsWords = {
  title: 'Exclusions',
  description: (project: string) =>
    `Bots and test users excluded from the experiments of ${project}. Events, persons, flags and actions keep them.`,
  people: 'Excluded people',
  bots: {
    label: 'Exclude bots',
    description:
      'Automated browsers, such as HeadlessChrome or a crawler, by $raw_user_agent or $user_agent of the exposure. posthog-js blocks most by default.',
  },
  conditions: 'People who meet any of these conditions are excluded, too.',
  none: 'No conditions. For test users, add one on the person, such as email contains @example.com.',
  rows: 'the exclusions',
  kinds:
    'A person condition reads the person as stored now. An event condition reads the event that exposed the person.',
  counted: 'The preview reads each person’s first $feature_flag_called, else their first event.',
  incomplete: 'Complete each condition to count the people.',
  effect:
    'A change applies at once to all results, also of running and ended experiments. Their health shows that it was made later.',
  preview: 'Preview',
  number: 'The number of excluded people',
  countVerb: 'count the excluded people',
  what: 'The list of exclusions',
  unsaved: 'Changes to the exclusions are',
  done: () => 'The exclusions are saved.',
  failed: 'save the exclusions',
};

/** Says how many people the form would exclude. */
export function previewWords({ days, people, excluded }: ExcludedPeople): string {
  if (people === 0) return `Nobody was active in the last ${days} days, so there is nobody to count.`;
  const those = `${formatCount(excluded)} of ${countPeople(people)} active in the last ${days} days`;
  return excluded === 0
    ? `None of the ${countPeople(people)} active in the last ${days} days would be excluded.`
    : `${those} would be excluded.`;
}

/** Counts the people whom each rule finds, also bots that are not excluded. */
export function ruleWords({ people, bots, conditions }: ExcludedPeople): string[] {
  if (people === 0) return [];
  return [
    `Bots: ${countPeople(bots)}`,
    ...conditions.map((count, index) => `Condition ${index + 1}: ${countPeople(count)}`),
  ];
}
