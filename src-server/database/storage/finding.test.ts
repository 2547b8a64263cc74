import { expect, test } from 'vitest';
import { actionsFor, createFinding, findingLine } from './finding.ts';

test.each(['rescued', 'overwritten', 'events_missing'] as const)(
  '%s: missing events are not mentioned if their number is unknown',
  (kind) => {
    const unknown = createFinding(kind, 0, { expected: undefined, found: 7 });
    expect(unknown.detail).toContain('Benchtop cannot tell whether events are missing.');
    expect(createFinding(kind, 0, { expected: 7, found: 7 }).detail).toContain('No acknowledged event is missing.');
    expect(createFinding(kind, 0, { expected: 9, found: 7 }).detail).toContain('2 of 9 events are missing.');
  },
);

const copy = { name: 'a', made_at: '2026-11-22T00:00:00.000Z', reason: 'daily', events: 5, bytes: 1 } as const;

test('a restore is offered only with a copy, and with data to recover', () => {
  const lost = createFinding('events_missing', 0, { expected: 9, found: 7 });
  const complete = createFinding('rescued', 0, { expected: 7, found: 7 });
  const partial = createFinding('rescued', 0, { expected: 9, found: 7 });
  expect(actionsFor(lost, [copy])).toEqual(['restore', 'accept']);
  expect(actionsFor(partial, [copy])).toEqual(['restore', 'accept']);
  expect(actionsFor(lost, [])).toEqual(['accept']);
  expect(actionsFor(complete, [copy])).toEqual(['accept']);
  expect(findingLine(complete, [copy], '/data')).not.toMatch(/restore/);
  expect(findingLine(lost, [], '/data')).toMatch(/There is no copy to restore\.$/);
  expect(findingLine(lost, [copy], '/my data')).toMatch(/npm run serve -- --data-dir "\/my data" --restore$/);
});

test.each([
  [{ places: 1, isAll: true }, "SQLite's check found 1 damaged place."],
  [{ places: 3, isAll: true }, "SQLite's check found 3 damaged places."],
  [{ places: 100, isAll: false }, "SQLite's check found at least 100 damaged places."],
  [{ places: 0, isAll: false }, 'SQLite could not read all of them.'],
])("damaged pages are counted, and SQLite's words are not repeated: %o", (damage, says) => {
  const { detail } = createFinding('damaged', 0, { damage: { ...damage, words: 'Tree 25 page 140 cell 0' } });
  expect(detail).toContain(says);
  expect(detail).not.toContain('Tree');
});
