import { expect, test } from 'vitest';
import { words } from './words.ts';

test.each([
  [{ events: 0, dropped: 0, rejected: 0 }, 'This permanently deletes the test run, which has no events.'],
  [{ events: 0, dropped: 0, rejected: 2 }, 'This permanently deletes 2 rejected requests.'],
  [
    { events: 1200, dropped: 1, rejected: 2 },
    'This permanently deletes 1,200 events, 1 dropped event and 2 rejected requests. Actions and experiments no longer count its events.',
  ],
])('the question before the deletion of a test run says what it has: %o', (run, question) => {
  expect(words.deletion.consequence(run)).toBe(question);
});
