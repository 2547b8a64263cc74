import { expect, test } from 'vitest';
import { eventTitle } from './reason-words.ts';

test('a row for many counts requests where they were rejected unread, and events where they were dropped', () => {
  expect(eventTitle({ event: null, status: 'rejected', count: 1982 })).toBe('1,982 more requests');
  expect(eventTitle({ event: null, status: 'dropped', count: 1982 })).toBe('1,982 more events');
});

test('a session recording has no name of an event, and is called what it is', () => {
  const recording = { event: null, status: 'dropped', count: 1, reason: 'session_recording' } as const;
  expect(eventTitle(recording)).toBe('Session recording');
});
