import { countPeople, countWords } from '#server/core/text/numbers-contract.ts';
import { formatCount, formatWeekday } from '../../ui/format.ts';
import { actionWords } from '../words.ts';

export const words = {
  name: 'The count',
  download: 'Download the count per day as CSV',
  range: {
    label: 'Days',
    first: 'First day',
    last: 'Last day',
    to: 'to',
    spans: { '7': '7 d', '30': '30 d', '90': '90 d', all: 'All' },
    allTime: 'all time',
    lastDays: (days: string) => `last ${days} days`,
    fromTo: (from: string | undefined, to: string | undefined) =>
      [from && `from ${formatWeekday(from)}`, to && `until ${formatWeekday(to)}`].filter(Boolean).join(' '),
    backwards: 'The last day is before the first day. Change one of the two dates.',
  },
  chart: {
    label: (range: string) => `${actionWords.matchesPerDay}, ${range}`,
    none: 'none',
    most: (day: string) => `most on ${day}`,
    utc: 'Days in UTC',
    newest: (days: number) => `, the newest ${days}`,
    day: 'Day',
    dayWords: (date: string, matches: number, people: number) =>
      matches === 0
        ? `${formatWeekday(date)}: none`
        : `${formatWeekday(date)}: ${countWords(matches, 'match', 'matches')} by ${countPeople(people)}`,
  },
  figures: { perPerson: 'Matches per person', lastMatch: 'Last match, all time' },
  noMatch: {
    noSteps: 'Nothing can match yet',
    addStep: 'The action has no steps. Add one in Definition, then save.',
    calculating: (range: string) => `No match yet, ${range}`,
    wait: 'Stored events are still being matched. Matches appear here.',
    title: (range: string) => `No match, ${range}`,
    otherDays: 'Other days may have matches.',
    nearest: 'Definition shows the nearest miss: the condition that an event failed, and how to change it.',
    showAll: 'Show all time',
  },
  people: {
    name: 'The people',
    title: 'People, all time',
    count: ['person', 'people'] as [string, string],
    columns: { lastMatch: 'Last match', firstSeen: 'First seen' },
    download: 'Download the people as CSV',
    newestAsCsv: (count: number) => `CSV of the newest ${formatCount(count)}`,
    none: 'No people',
    calculating: 'Stored events are still being matched. People appear here.',
    noMatch: 'A person appears here with a matching event. Check in Definition what the steps match.',
  },
};
