import { expect, test } from 'vitest';
import { type RequestOptions, requestOf, slotText } from './requests.ts';
import { wrkScript } from './wrk.ts';

const given: RequestOptions = { url: 'http://127.0.0.1:8010', key: 'phc_x', size: 1, stream: 3 };
const half = { ...given, population: { known: 4000, isHalfNew: true } };

const personsOf = (options: RequestOptions, events: number) =>
  Array.from({ length: events }, (_, event) => Number(slotText('person', event, options)));

test('a population takes turns', () => {
  const options = { ...given, population: { known: 4000, isHalfNew: false } };
  expect(new Set(personsOf(options, 8000)).size).toBe(4000);
});

test('with half new persons every second one is new, and the rest are known', () => {
  const persons = personsOf(half, 8000);
  const known = persons.filter((person) => person < 4000);
  expect([known.length, new Set(known).size]).toEqual([4000, 4000]);
  const later = personsOf({ ...half, stream: 4 }, 8000);
  expect(new Set([...persons, ...later]).size).toBe(4000 + 2 * 4000);
});

test('a slot has the same length for every event', () => {
  for (const kind of ['uuid', 'person', 'decider'] as const) {
    expect(slotText(kind, 0, half)).toHaveLength(slotText(kind, 123_457, half).length);
  }
});

test.each([{}, { decide: '/decide/?v=2' }])('wrk sends the request of our client: %j', (kind) => {
  const options = { ...given, stream: 0, ...kind };
  const { head, body, slots } = requestOf(options);
  const [, pieces = ''] = /return (.*)\n/.exec(wrkScript(options, 'texts')) ?? [];
  let slot = 0;
  const sent = pieces
    .split(' .. ')
    .map((piece) => (piece === 'text()' ? slotText(slots[slot++]?.kind ?? 'uuid', 0, options) : JSON.parse(piece)));
  expect(sent.join('')).toBe(head + body.toString());
});

test('a read has no body', () => {
  const { head, body } = requestOf({ ...given, read: { path: '/api/projects/', key: 'phx_y' } });
  expect(head).toContain('GET /api/projects/ HTTP/1.1\r\n');
  expect(body).toHaveLength(0);
});
