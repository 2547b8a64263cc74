import { expect, test } from 'vitest';
import { insertAt } from './insert-text.ts';

test.each([
  ['', undefined, undefined, '[event]', 7],
  ['Paid', undefined, undefined, 'Paid [event]', 12],
  ['Paid by you', 5, 7, 'Paid [event] you', 12],
  ['a b', 0, 0, '[event]a b', 7],
  ['a (b', 3, 3, 'a ([event]b', 10],
])('into “%s” at %s to %s', (text, start, end, result, caret) => {
  expect(insertAt(text, '[event]', start, end)).toEqual({ text: result, caret });
});
