import type { SendErrorKind } from '#server/events/sending/sender-contract.ts';
import { busyAdvice, countedEvents } from '../events/sending/words.ts';
import { formatCount } from '../ui/format.ts';

/** What to do after an error. */
export const relayAdvice = {
  unreadable: 'Check the database and the archive under Settings › Server.',
  unreachable: 'Check that the receiver runs and that this computer reaches it.',
  timeout: 'Check that the receiver is not overloaded.',
  busy: busyAdvice,
  receiver_failed: 'Check the log of the receiver.',
  not_authorized: 'Enter a valid project key of the receiver.',
  wrong_receiver: 'Enter the address of a PostHog-compatible server.',
  loop: 'Enter the address or the key of another project.',
  not_allowed: 'Correct the address, or allow this computer and private networks.',
  too_large: 'Raise the size limit of the receiver.',
  rejected: 'A refused event is set aside once the receiver accepts a later one.',
} satisfies Record<SendErrorKind, string>;

/** Replaces `relayAdvice.rejected` once the relay has stopped looking for an accepted event. */
export const refusesAll =
  'The receiver refused many events in a row, so none is set aside. Fix the receiver, or narrow the filter.';

export const relayWords = {
  title: 'Relay',
  what: 'The relay',
  description: (project: string) =>
    `Forwards the accepted events of ${project} to another PostHog-compatible server. Off unless you turn it on.`,
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  turnOffVerb: 'Turn off relay',
  pause: 'Pause',
  resume: 'Resume',
  /** Completes “Could not …”. */
  switchVerb: 'switch the relay',
  incomplete: 'Save an address and a key first.',
  unsaved: 'Changes to the relay are',
  done: () => 'The relay is saved.',
  saveFirst: 'Save or discard your changes first.',
  start: 'Start with',
  starts: { now: 'New events', all: 'All stored events' },
  startHints: {
    now: 'Only events that arrive from now on are forwarded.',
    all: (count: number, isComplete: boolean) =>
      `${countedEvents(count, isComplete)} of this project ${count === 1 && isComplete ? 'is' : 'are'} forwarded first, oldest first.`,
  },
  countVerb: 'count the stored events',
  /** Completes “Could not refresh …”. */
  refresh: { relay: 'the relay', count: 'the number of stored events' },
  offTitle: 'Turn off the relay?',
  offConsequence: (count: number, isComplete: boolean) =>
    count === 0
      ? 'Events that arrive from now on are not forwarded.'
      : `${countedEvents(count, isComplete)} that ${count === 1 && isComplete ? 'waits' : 'wait'} will not be forwarded. Pause instead to keep them waiting.`,
  offKeeps: 'The address, the key and the filter are kept. Counts start again at zero.',
  receiver: {
    title: 'Receiver',
    address: 'Address',
    addressHint: 'Events are posted to /batch/ at this address.',
    addressExample: 'Such as https://eu.i.posthog.com',
    key: 'Project key of the receiver',
    keyHint: (mask: string | null) =>
      mask === null
        ? 'It starts with phc_ on PostHog and Benchtop.'
        : `${mask} is saved. Enter another key to replace it.`,
    allowLocalHint: 'Also allows http, for a receiver of your own. If off, only public https addresses get events.',
    failed: 'save the relay',
    test: 'Send test event',
    testFailed: 'send the test event',
    testHint: 'Sends one event named “Benchtop relay test” at once.',
    delivered: 'Delivered',
    notDelivered: 'Not delivered',
    saveFirst: 'Save first, then test.',
  },
  filter: {
    title: 'What is forwarded',
    only: 'Only these events',
    onlyHint: 'Names, in which * stands for any text. Empty: all events.',
    except: 'Except these events',
    nameExample: 'Type a name, then press Enter',
    conditions: 'An event must meet all of these conditions.',
    noConditions: 'No conditions on properties.',
    rows: 'the relay',
    testRuns: 'Forward events of test runs',
    testRunsHint: 'They carry their test run as $benchtop_test_run. If off, they stay here.',
    passing: (count: number, isComplete: boolean) =>
      `${countedEvents(count, isComplete)} stored here ${count === 1 && isComplete ? 'passes' : 'pass'} this filter.`,
  },
  setAside: {
    title: 'Set aside',
    hint: 'The receiver refused each of these and accepted others. They stay stored here.',
    newest: (count: number) => `The newest ${formatCount(count)} are listed.`,
    event: 'Event',
    at: 'Set aside',
    answer: 'Answer',
  },
};
