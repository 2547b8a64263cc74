import { countPeople, countWords } from '#server/core/text/numbers-contract.ts';
import type { DiffConclusion, DiffSide, OrderDifference } from '#server/diff/contract.ts';
import { formatCount } from '../../ui/format.ts';
import { countEvents } from '../../ui/words.ts';
import { differenceWords } from '../words.ts';

/** Words of the page that compares test runs or builds. */
export const words = {
  title: 'Compare',
  description:
    'What one test run or build sent that another did not: how many events, in which order, and their properties.',
  form: 'What is compared',
  sides: { old: 'Old', new: 'New' },
  kind: (side: string) => `${side} side`,
  kinds: { test_run: 'Test run', build: 'Build' },
  fields: {
    test_run: { old: 'Old test run', new: 'New test run' },
    build: { old: 'Old build', new: 'New build' },
  },
  property: 'Property with the build',
  swap: 'Swap sides',
  compare: 'Compare',
  again: 'Compare again',
  start: { title: 'Choose two sides', text: 'Name two test runs or two builds above, then compare them.' },
  what: 'The comparison',
  conclusions: {
    same: 'Both sides sent the same',
    same_compared: 'The compared events are the same',
    no_events: 'Nothing to compare',
    differ: 'The sides differ',
  } satisfies Record<DiffConclusion, string>,
  sameHint: 'Only ignored values, such as ids and times, may differ.',
  following: 'Follows the open test run',
  side: ({ events, persons }: DiffSide) => `${countEvents(events)} of ${countPeople(persons)}`,
  build: (build: string | null) => `Build ${build}`,
  incomplete: (events: number) => `Too many events: only the newest ${formatCount(events)} are compared.`,
  events: 'Events',
  equalEvents: (count: number) => `${countWords(count, 'event name occurs', 'event names occur')} equally often.`,
  noEvents: 'Neither side has events.',
  columns: { event: 'Event', old: 'Old', new: 'New', change: 'Change', kind: 'Difference', persons: 'People' },
  orderColumns: { old: 'Was after', new: 'Is after' },
  order: 'Order',
  first: 'first',
  /** Returns what an event is after now: another event, if it was after one of the same name. */
  isAfter: ({ old_after, new_after }: OrderDifference) =>
    new_after !== null && new_after === old_after ? `another ${new_after}` : new_after,
  sameOrder: (persons: number) =>
    persons === 0
      ? 'No person has a counterpart, so no order is compared.'
      : `The events of ${countWords(persons, 'compared person', 'compared people')} came in the same order.`,
  unpaired: (side: string, persons: number) =>
    `${countPeople(persons)} of the ${side.toLowerCase()} side ${persons === 1 ? 'has' : 'have'} no counterpart. Their events are only counted.`,
  notListed: 'The order of some people’s events differs too much to be listed.',
  orderKinds: { added: differenceWords.added, removed: differenceWords.removed, moved: 'moved' } satisfies Record<
    OrderDifference['kind'],
    string
  >,
  properties: 'Properties',
  sameProperties: (events: number) =>
    events === 0
      ? 'No event has a counterpart, so no properties are compared.'
      : `No property differs in ${countWords(events, 'compared event')}.`,
  shareOf: (differing: number, compared: number) => `in ${formatCount(differing)} of ${countEvents(compared)}`,
  example: 'Show an example',
  omitted: (count: number) => `${countWords(count, 'more difference is', 'more differences are')} not listed.`,
};
