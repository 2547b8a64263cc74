import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stepInput } from '../contract.ts';
import { createElementReader } from './elements.ts';
import { generatedEvent, generatedStep } from './generated-testing.ts';
import { compileSteps, eventSubject } from './match.ts';
import { createMatchIndex } from './match-index.ts';

const generatedActions = fc.array(fc.array(generatedStep, { maxLength: 3 }), { maxLength: 12 });
const person = fc.record({ plan: fc.constantFrom('a', '5'), a: fc.constant('a') }, { requiredKeys: [] });

test('the index finds exactly the matches of each matcher alone, also for repeated values and chains', () => {
  let matches = 0;
  fc.assert(
    fc.property(generatedActions, fc.array(fc.tuple(generatedEvent, person), { maxLength: 20 }), (actions, events) => {
      const owners = actions.map((steps) => ({ matcher: compileSteps(steps.map((step) => stepInput.parse(step))) }));
      const index = createMatchIndex(owners);
      const readElements = createElementReader();
      for (const [{ event, properties }, of] of [...events, ...events]) {
        const subject = eventSubject(
          event,
          () => properties,
          () => of,
          readElements,
        );
        const expected = owners.filter(({ matcher }) => matcher.matches(subject));
        expect(index.matching(subject)).toEqual(expected);
        expect(index.isFor(event) || expected.length === 0).toBe(true);
        matches += expected.length;
      }
    }),
    { numRuns: 500, seed: 7 },
  );
  expect(matches).toBeGreaterThan(5000);
});

test('a name that no step has is skipped', () => {
  const index = createMatchIndex([{ matcher: compileSteps([stepInput.parse({ event: 'a', url: '/x' })]) }]);
  expect(index.isFor('a')).toBe(true);
  expect(index.isFor('b')).toBe(false);
});
