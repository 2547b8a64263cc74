import { expect, test } from 'vitest';
import { changeText, noveltyStates, spanText } from './novelty-words.ts';

const lift = (value: number) => ({ lift: value, lift_interval: [value - 0.05, value + 0.05] as [number, number] });
const change = {
  key: 'test',
  people: 2300,
  p_value: 0.004,
  first: { from_day: 0, to_day: 0, ...lift(0.2) },
  later: { from_day: 1, to_day: 7, ...lift(0.03) },
};

test.each([
  ['fading', 'test: The effect is smaller in later days than on the first.'],
  ['growing', 'test: The effect is larger in later days than on the first.'],
  ['reversed', 'test: The effect reverses: its sign is different in later days.'],
  ['steady', 'test: No change of the lift with the days since exposure was found.'],
] as const)('%s is said with the lifts of the same people', (judgement, sentence) => {
  const text = changeText({ ...change, judgement });
  expect(text).toContain(sentence);
  expect(text).toMatch(/on day 0, .* in days 1–7, of the same 2,300 people; p = 0\.004, one look\.$/);
});

test.each([
  ['too_little', 'Too few people or conversions, or too skewed values, to compare later days with the first.'],
  ['too_early', 'Fewer than half of the people are past their second day, so nothing compares with the first.'],
  ['no_later_days', 'The metric’s window ends before the second day does, so no later days compare with the first.'],
] as const)('%s is said without lifts', (judgement, sentence) => {
  const few = { ...change, judgement, first: null, later: null, p_value: null };
  expect(changeText(few)).toBe(`test: ${sentence}`);
});

test('days and states are worded', () => {
  expect([spanText(0, 0), spanText(4, 7)]).toEqual(['Day 0', 'Days 4–7']);
  expect(Object.values(noveltyStates).every((text) => text.endsWith('.'))).toBe(true);
});
