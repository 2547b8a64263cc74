import { expect, it } from 'vitest';
import type { ConditionVerdict, MatchVerdict, NearestMiss } from '#server/actions/preview/preview-contract.ts';
import { missedWords } from './verdict-words.ts';

const condition = (field: string, isMatch: boolean, nearest: NearestMiss | null = null): ConditionVerdict => ({
  field,
  wanted: 'x',
  seen: null,
  is_match: isMatch,
  nearest,
});
const verdict = (...steps: ConditionVerdict[][]): MatchVerdict => ({
  is_match: false,
  steps: steps.map((conditions) => ({ id: null, is_match: false, conditions })),
});

it.each([
  ['the one condition that fails', verdict([condition('event', true), condition('url', false)]), 'URL differs.'],
  [
    'the nearest miss of it',
    verdict([
      {
        ...condition('properties.plan', false, { kind: 'text', difference: 'case', seen: 'Pro' }),
        property: { of: 'event', key: 'plan' },
      },
    ]),
    'plan differs. The value differs only in case: it is "Pro".',
  ],
  [
    'that a property of the event matches, whatever the operator',
    verdict([condition('person.age', false, { kind: 'owner', of: 'event' })]),
    'person.age differs. The person has no such property, but the event has it, and it matches.',
  ],
  [
    'each part in which URLs differ',
    verdict([condition('url', false, { kind: 'url', difference: 'slash_and_query' })]),
    'URL differs. The URLs differ only in the slash at the end of the path, and after the "?" or "#".',
  ],
  [
    'how many more fail',
    verdict([condition('event', false), condition('person.email', false)]),
    'Event name differs and 1 more.',
  ],
  [
    'the step that misses the fewest',
    verdict([condition('event', false), condition('text', false)], [condition('selector', false)]),
    'Selector differs, in its nearest step.',
  ],
  ['that there is no step', verdict(), 'It has no step, so it matches nothing.'],
])('says %s', (_, given, words) => {
  expect(missedWords(given)).toBe(words);
});
