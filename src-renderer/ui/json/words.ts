import type { ParseErrorCode } from 'jsonc-parser';

export const words = {
  loading: 'Loading the editor',
  hint: 'Ctrl or Cmd + F to search. Tab leaves the field.',
  problem: (line: number, column: number, message: string) => `Line ${line}, column ${column}: ${message}`,
  notJson: 'This is not valid JSON.',
};

/** The token at the position of a JSON problem. */
export const jsonErrors = {
  InvalidSymbol: 'Expected a JSON value; text needs double quotes.',
  InvalidNumberFormat: 'This number is not valid JSON.',
  PropertyNameExpected: 'Expected a key in double quotes.',
  ValueExpected: 'Expected a value.',
  ColonExpected: 'Expected ":" after the key.',
  CommaExpected: 'Expected a comma.',
  CloseBraceExpected: 'Expected a closing "}".',
  CloseBracketExpected: 'Expected a closing "]".',
  EndOfFileExpected: 'Expected the end of the text.',
  InvalidCommentToken: 'JSON has no comments.',
  UnexpectedEndOfComment: 'JSON has no comments.',
  UnexpectedEndOfString: 'This text has no closing double quote.',
  UnexpectedEndOfNumber: 'This number is incomplete.',
  InvalidUnicode: 'A Unicode escape needs four hex digits, like \\u00e4.',
  InvalidEscapeCharacter: 'This text has an unknown escape; write "\\\\" for a backslash.',
  InvalidCharacter: 'This text has a control character; write it as an escape, like \\n.',
} satisfies Record<keyof typeof ParseErrorCode, string>;
