import { type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser';
import { parseJson } from '#server/core/json/parse-json-contract.ts';
import { jsonErrors, words } from './words.ts';

/** What is wrong with a JSON text, and where; `line` and `column` count from 1. */
export type JsonProblem = { line: number; column: number; message: string };

/** Parses typed JSON, or returns its first problem. */
export function readJson(text: string): { value: unknown } | { problem: JsonProblem } {
  try {
    return { value: parseJson(text) as unknown };
  } catch {
    return { problem: firstProblem(text) };
  }
}

/** Engines word their messages differently and leave the position out of some. */
function firstProblem(text: string): JsonProblem {
  let problem: JsonProblem = { line: 1, column: 1, message: words.notJson };
  const onError = (code: ParseErrorCode, _offset: number, _length: number, line: number, column: number) => {
    problem = { line: line + 1, column: column + 1, message: sentences[printParseErrorCode(code)] ?? '' };
    throw new Error('The first problem is enough, and the parser stops in no other way.');
  };
  try {
    visit(text, { onError }, { disallowComments: true });
  } catch {
    // The error above, or a RangeError: the parser is recursive.
  }
  return problem;
}

const sentences: Record<string, string> = jsonErrors;
