import type { ReactNode } from 'react';
import { countWords } from '#server/core/text/numbers-contract.ts';
import { formatCount } from '../../ui/format.ts';
import { actionWords } from '../words.ts';

export const words = {
  title: 'Live preview',
  days: (days: number) => `${days} days`,
  daysLabel: 'Days to search',
  noSteps: 'Without a step nothing matches. Add one.',
  noConditions: 'Complete a condition to see which events match.',
  loading: 'Searching for matches',
  newest: 'Newest matching events',
  cannotTest: (message: string) => `The draft cannot be tested yet: ${message}`,
  failed: (message: string, hint: string) => `The preview failed: ${message} ${hint}`,
  count: {
    events: (count: number, text: string) => (
      <>
        <b>{text}</b> {count === 1 ? 'event' : 'events'}
      </>
    ),
    people: (count: number, text: string) => (
      <>
        {' '}
        of <b>{text}</b> {count === 1 ? 'person' : 'people'}
      </>
    ),
    inDays: (days: number) => ` in the last ${days} days`,
    since: (time: ReactNode) => <> since {time}. There are too many events to search further while you type.</>,
    daysTable: 'Days as a table',
    day: 'Day (UTC)',
    eventsColumn: 'Events',
  },
  match: {
    why: 'Show why it matches',
    open: 'Open in Live',
    openOf: (event: string) => `Open ${event} in Live, in a new tab`,
  },
  origin: {
    testing: 'Testing the original event …',
    cannotTest: 'The original event cannot be tested yet.',
    matches: 'Matches the original event',
    stillMatches: 'Still matches the original event',
    noLongerMatches: 'No longer matches the original event',
  },
  check: {
    title: 'Check one event',
    label: 'Event to check',
    hint: 'Choose a recent event, or paste a uuid',
    notFound: 'No recent event matches. Paste the whole uuid of an older event.',
    noCondition: 'Complete a condition to check the event against.',
    event: (uuid: string) => `Event ${uuid.slice(0, 8)}…`,
    clear: 'Clear',
  },
  nearest: {
    noEvents: 'No event has arrived yet. Send one from your app to test it here.',
    event: (event: string, person: string, time: ReactNode) => (
      <>
        <b>{event}</b> of {person}, {time}
      </>
    ),
    original: 'No event matches. The original event is the nearest.',
    ofAnotherDay: (days: number, event: ReactNode) => (
      <>
        No event of the last {days} days matches. An event of another day matches: {event}.
      </>
    ),
    misses: (missed: number, total: number, event: ReactNode) => (
      <>
        {missed < total || total === 1 ? 'No event matches. Nearest: ' : 'No recent event is near. For example: '}
        {event}, which fails {missed} of {countWords(total, 'condition')}.
      </>
    ),
  },
  why: {
    noSteps: 'An action without steps matches nothing.',
    step: (number: number) => `Step ${number}`,
    matches: 'matches',
    noMatch: 'does not match',
    noCondition: 'The step has no condition, so every event matches.',
    holds: 'Holds',
    fails: 'Does not hold',
    missing: 'The event has no value.',
    has: 'The event has',
  },
  matches: {
    name: 'The matches',
    notAccepted: 'Actions match only accepted events. This event was not stored.',
    noActions: 'No actions yet',
    about:
      'An action names what people do, and counts every event that matches it. Create the first one from this event.',
    create: 'Create action from this event',
    count: (matching: number, total: number) => `Matches ${formatCount(matching)} of ${countWords(total, 'action')}.`,
    whyOf: (action: string, isMatch: boolean) => `Why ${action} ${isMatch ? 'matches' : 'does not match'}`,
    match: actionWords.matches,
    noMatch: 'No match',
    notCounted: 'Not counted yet: the action is still calculating, or the person has changed since.',
    stillCounted: 'Still counted: it matched when it arrived, and the person has changed since.',
  },
  events: {
    name: 'The matching events',
    title: 'Newest matches',
    page: 'Page',
    show: (event: string) => `Show this ${event} in Live`,
  },
};

/** Names the change that a hint makes. */
export const hints = {
  urlMatching: (matching: string) => `Match URL by ${matching}`,
  combinator: 'Allow elements in between',
  part: (part: string) => `Remove ${part}`,
  take: (value: string) => `Use ${value}`,
  takeQuoted: (value: string) => `Use “${value}”`,
  owner: (of: string) => `Use the property of the ${of}`,
};
