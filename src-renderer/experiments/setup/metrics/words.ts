import { windowLength } from '#server/experiments/results/words/days-contract.ts';
import type { Direction } from '#server/statistics/contract.ts';
import { capitalized, formatCount } from '../../../ui/format.ts';
import type { EntryDraft } from './entry-draft.ts';

const peopleActive = (count: number, number: string) => (count === 1 ? '1 active person' : `${number} active people`);

const dayCount = (days: number) => (days === 1 ? 'a day' : windowLength(days));

/** `of` and `name` are what the words are about: "the primary metric", "step 1 of the primary metric". */
export const words = {
  primary: 'Primary metric',
  ofPrimary: 'the primary metric',
  primaryHint: 'Decides the verdict. Choose the one thing the change is meant to improve.',
  /** `index` is from 0. */
  ofSecondary: (index: number) => `secondary metric ${index + 1}`,
  nameOf: (of: string) => `Name of ${of}`,
  removeOf: (of: string) => `Remove ${of}`,
  kindOf: (of: string) => `Kind of ${of}`,

  entries: {
    addTo: (add: string, of: string) => `${add} to ${of}`,
    addAction: 'Add action',
    /** `index` is from 0. */
    name: (entry: string, index: number, of: string) => `${entry} ${index + 1} of ${of}`,
    sortOf: (name: string) => `What ${name} is`,
    sorts: { event: 'event', any: 'any event', action: 'action' } satisfies Record<EntryDraft['of'], string>,
    anyEvent: 'whatever a person does',
    example: 'order placed',
    move: { up: (name: string) => `Move ${name} up`, down: (name: string) => `Move ${name} down` },
    duplicate: (name: string) => `Duplicate ${name}`,
    action: {
      choose: 'Choose an action',
      none: 'No actions yet',
      noMatch: 'No matching action',
      deleted: (name: string) => `${name} (deleted)`,
      gone: (id: string) => `Action ${id} no longer exists`,
    },
  },

  filter: {
    one: 'Filter',
    of: (name: string) => `Filter ${name}`,
    onlyWhere: 'Only where a',
    event: 'Property of the event',
    person: 'Property of the person',
    all: 'Filter all',
    ofAll: (of: string) => `Filter all of ${of}`,
    nameOfAll: (of: string) => `all of ${of}`,
    rowsOf: (of: string) => `Filters of ${of}`,
    add: { event: 'Add event condition', person: 'Add person condition' },
  },

  window: {
    before: 'within',
    none: 'no limit',
    after: 'days of the first exposure',
    of: (of: string) => `Days counted of ${of}`,
  },
  minimumEffect: {
    before: 'smallest effect that matters',
    none: 'none',
    of: (of: string) => `Smallest effect that matters of ${of}`,
  },
  guardrail: {
    on: 'Guardrail',
    onOf: (of: string) => `${capitalized(of)} is a guardrail`,
    margin: 'margin',
    marginOf: (of: string) => `Margin of ${of}`,
  },
  cap: {
    on: 'cap the highest values',
    onOf: (of: string) => `Cap the highest values of ${of}`,
    before: 'of',
    after: 'of people',
    of: (of: string) => `Share of people capped of ${of}`,
  },
  total: {
    options: { events: 'number of', property: 'sum of' },
    of: (of: string) => `Total of ${of}`,
    propertyOf: (of: string) => `Property of ${of}`,
    after: 'of',
  },
  ratio: {
    numerator: 'Numerator:',
    denominator: 'Divided by:',
    numeratorOf: (of: string) => `the numerator of ${of}`,
    denominatorOf: (of: string) => `the denominator of ${of}`,
  },
  returns: {
    before: 'back on day',
    to: 'to',
    after: 'after the first exposure',
    firstOf: (of: string) => `First day of ${of}`,
    lastOf: (of: string) => `Last day of ${of}`,
  },
  directionOf: (of: string) => `Which way of ${of} is better`,
  directions: { increase: 'more is better', decrease: 'less is better' } satisfies Record<Direction, string>,

  figures: {
    span: (days: number) => `Last ${days} days`,
    loading: 'Reading stored events …',
    empty: 'Choose what people do to see how many of them did it.',
    unfinished: (days: number) => `Complete the metric to see its last ${days} days.`,
    refused: (message: string) => `Cannot be measured yet: ${message}`,
    failed: (message: string, hint: string) => `Could not be measured: ${message} ${hint}`,
    nobody: (days: number) =>
      `Nobody was active in the last ${days} days, so there is no baseline. You can still launch: enter one in the plan.`,
    noValue: (days: number) =>
      `The metric has nothing to divide by in the last ${days} days, so there is no baseline. Check its denominator.`,
    didNot: (people: number) =>
      people === 1
        ? 'The 1 person who was active did not do this.'
        : `None of the ${formatCount(people)} people who were active did this.`,
    people: peopleActive,
    /** Whom and what the figures count, as they differ from the results. */
    scope: (window: number | null, days: number) =>
      `Of everyone active, ${window === null ? 'from' : `within ${dayCount(window)} of`} their first event in these ${days} days. Results count exposed people, from their exposure.`,
    unseen: 'Send it once, or choose another.',
    use: (name: string) => `Use “${name}”`,
    steps: { label: 'People who came to each step', active: 'active', step: (place: number) => `step ${place}` },
    table: {
      open: (isShare: boolean) =>
        isShare ? 'Days as a table: events of the last step, also after the window' : 'Days as a table',
      label: 'Events of the metric per day',
      day: 'Day (UTC)',
      events: 'Events',
      persons: 'People',
    },
  },

  line: {
    none: 'none',
    notChosen: 'No primary metric chosen yet.',
    primary: (metric: string) => `Primary metric: ${metric}.`,
    anyEvent: 'any event',
    event: (name: string) => `“${name || '…'}”`,
    action: (name: string) => `the action “${name || '…'}”`,
    actionOfId: (id: string) => `action ${id}`,
    where: (conditions: readonly string[]) => ` where ${conditions.join(' and ')}`,
    allWhere: (conditions: readonly string[]) => `, all where ${conditions.join(' and ')}`,
    minimumEffect: (percent: number) => `; smallest effect that matters ${percent}%`,
    days: dayCount,
    split: (variants: string, isOver: boolean) => `Each person in the audience ${isOver ? 'got' : 'gets'} ${variants}.`,
  },
};
