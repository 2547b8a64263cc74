import { describe, expect, test } from 'vitest';
import { readField, shownText } from './advanced-json-text.ts';

describe('the JSON of a field, beside the form', () => {
  test('is what the form says, indented, until it is typed', () => {
    expect(shownText('filters', undefined, { a: 1 })).toEqual({ text: '{\n  "a": 1\n}', isBehind: false });
  });

  test('stays as it was typed while it means what the form says', () => {
    const typed = { text: '{"a":1 }', basis: '{}' };
    expect(shownText('filters', typed, { a: 1 })).toEqual({ text: '{"a":1 }', isBehind: false });
    expect(shownText('filters', typed, { a: 2 }).text).toBe('{\n  "a": 2\n}');
    // What was typed was discarded in the form.
    expect(shownText('filters', typed, {}).text).toBe('{}');
  });

  test('is not lost while it is invalid, even when the form changes', () => {
    const typed = { text: '{"a":', basis: '{"a":1}' };
    expect(shownText('filters', typed, { a: 1 })).toEqual({ text: '{"a":', isBehind: false });
    expect(shownText('filters', typed, { a: 2 })).toEqual({ text: '{"a":', isBehind: true });
  });

  test('that the form cannot take is kept with its problem', () => {
    expect(shownText('filters', { text: '[]', basis: '{"a":1}' }, { a: 1 })).toEqual({ text: '[]', isBehind: false });
  });

  test.each([
    ['parameters', '{"a": 1}', { value: { a: 1 } }],
    ['parameters', '[]', { problem: { line: 1, column: 1, message: 'This must be an object.' } }],
    ['filters', '3', { problem: { line: 1, column: 1, message: 'This must be an object.' } }],
    ['secondary_metrics', '[{}]', { value: [{}] }],
    [
      'secondary_metrics',
      'null',
      { problem: { line: 1, column: 1, message: 'This must be a list of metrics, or an object.' } },
    ],
  ] as const)('of %s is read from %s', (field, text, read) => {
    expect(readField(field, text)).toEqual(read);
  });

  test('names the line where it stops being JSON', () => {
    expect(readField('filters', '{\n  "a": 1,\n}')).toMatchObject({ problem: { line: 3, column: 1 } });
  });
});
