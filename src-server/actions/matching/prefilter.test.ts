import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inSqlite } from '../../events/prefilter/sqlite.ts';
import { eventSubject } from './match.ts';
import { prefilterOf } from './prefilter.ts';
import { compiledSteps, generatedEvent, generatedStep } from './prefilter-testing.ts';

const ids = new Map([
  ['buy', 1],
  ['sell', 2],
]);

test('an event that the prefilter excludes never matches, whatever the steps', () => {
  const database = new Database(':memory:');
  let excluded = 0;
  let matched = 0;
  fc.assert(
    fc.property(
      fc.array(generatedStep, { minLength: 1, maxLength: 2 }),
      generatedEvent,
      (steps, { name, properties }) => {
        const matcher = compiledSteps(steps);
        fc.pre(matcher !== null);
        const { sql, values } = inSqlite(prefilterOf(steps), (wanted) => ids.get(wanted));
        const isKept = database
          .prepare(`SELECT ${sql} FROM (SELECT ? AS name_id, ? AS properties) AS e`)
          .pluck()
          .get(...values, ids.get(name), JSON.stringify(properties));
        const isMatch =
          matcher?.matches(
            eventSubject(
              name,
              () => properties,
              () => ({}),
            ),
          ) ?? false;
        if (isKept === 0) excluded += 1;
        if (isMatch) matched += 1;
        expect(isMatch && isKept === 0).toBe(false);
      },
    ),
    { numRuns: 3000 },
  );
  database.close();
  // Both outcomes occur often.
  expect(Math.min(excluded, matched)).toBeGreaterThan(100);
});
