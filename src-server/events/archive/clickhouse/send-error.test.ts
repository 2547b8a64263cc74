import { expect, test } from 'vitest';
import { lacksTable } from './send-error.ts';

/** Answers of 18.16 and 26.7 to a question for a table that a server lacks, and others. */
test.each([
  ["Code: 60, e.displayText() = DB::Exception: Table a.b doesn't exist., e.what() = DB::Exception", true],
  ["Code: 81, e.displayText() = DB::Exception: Database a doesn't exist, e.what() = DB::Exception", true],
  [
    "Code: 60. DB::Exception: Unknown table expression identifier 'a.b' in scope SELECT * FROM a.b. (UNKNOWN_TABLE)",
    true,
  ],
  ['Code: 60. DB::Exception: Table a.b does not exist. Maybe you meant a.c?. (UNKNOWN_TABLE)', true],
  ['Code: 81. DB::Exception: Database a does not exist. (UNKNOWN_DATABASE)', true],
  [
    'Code: 279, e.displayText() = DB::NetException: All connection tries failed. Log: There is no table a.b on server: c:1',
    true,
  ],
  ['Code: 46. DB::Exception: Function with name `b` does not exist. (UNKNOWN_FUNCTION)', false],
  ['Timeout error.', false],
])('%j lacks a table: %j', (message, isLacking) => {
  expect(lacksTable(new Error(message))).toBe(isLacking);
});
