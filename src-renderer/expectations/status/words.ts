import { type ExpectationStatus, type Rule, worstFirst } from '#server/expectations/contract.ts';
import { formatCount } from '../../ui/format.ts';
import { expectedCountWords, repetitionWords } from '../expectation-words.ts';

export const expectationCheckWords = {
  what: 'The expectations',
  own: 'Of this test run',
  ofEvery: 'Of every event, in this test run',
  summary: (counts: Record<ExpectationStatus, number>) =>
    worstFirst
      .filter((status) => counts[status] > 0)
      .map((status) => `${formatCount(counts[status])} ${status}`)
      .join(', '),
  share: (count: number, total: number, status: ExpectationStatus) =>
    count === total ? `${formatCount(count)} ${status}` : `${formatCount(count)} of ${formatCount(total)} ${status}`,
  none: '–',
  noneOwn: 'No expectations of its own yet',
  empty: {
    title: 'Nothing is expected of this test run yet',
    text: 'An expectation says which events must arrive, how many, and with which properties. Its status follows each event.',
    fromEvent: 'To start from an event, select it in Live and choose “Expect this”.',
    toLive: 'Show its events in Live',
  },
  why: (title: string) => `Why: ${title}`,
  editVerb: 'Edit',
  deleteVerb: 'Delete',
  deleted: (title: string) => `“${title}” is deleted`,
  deleteFailed: 'delete the expectation',
  found: (count: number) => `${formatCount(count)} found`,
  required: ({ count, unique }: Pick<Rule, 'count' | 'unique'>, found: number) =>
    `${'never' in count ? 'Allows none' : `Requires ${expectedCountWords(count)}${repetitionWords(unique)}`}; found ${formatCount(found)}.`,
  undecided: 'Events that still arrive can change this.',
  matches: 'Matching events',
  surplus: 'Too many',
  compare: 'Compare with the first',
  moreMatches: (count: number) => `and ${formatCount(count)} more`,
  nearest: 'Nearest miss',
  nearestInShort: (missed: string, more: number) =>
    `Nearest miss: ${missed}${more === 0 ? '' : `, and ${formatCount(more)} more`}.`,
  missed: (name: string, wanted: string, got: string | null) => `${name} ${wanted}; the event has ${got ?? 'no value'}`,
  noneBefore: (wanted: string) => `no ${wanted}`,
  repeat: 'Repeats an earlier event',
  noneNear: 'No event with this or a similar name has arrived.',
  showEvent: (event: string) => `Show this ${event} in Live`,
  eventGone: 'This event no longer exists.',
  fields: {
    event: 'Event name',
    distinct_id: 'Distinct id',
    received_at: 'Arrival',
    after: 'Order',
    properties: 'Properties',
  },
  isOfType: (type: string) => `is ${type}`,
};
