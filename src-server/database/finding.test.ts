import { expect, test } from 'vitest';
import { createFinding } from './finding.ts';

test.each(['rescued', 'overwritten', 'events_missing'] as const)(
  '%s: nothing is said about missing events when nobody knows how many there were',
  (kind) => {
    const unknown = createFinding(kind, 0, { expected: undefined, found: 7 });
    expect(unknown.detail).toContain('Benchtop cannot tell whether events are missing.');
    expect(createFinding(kind, 0, { expected: 7, found: 7 }).detail).toContain('No acknowledged event is missing.');
    expect(createFinding(kind, 0, { expected: 9, found: 7 }).detail).toContain('2 of 9 events are missing.');
  },
);
