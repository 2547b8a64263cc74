const beginning = 'Malformed request data: ';

/** Words the error in the body of a request. */
export const malformedDetail = (what: string): string => `${beginning}${what}.`;

/** The end of a message of JSON.parse, or of `malformedDetail`. The group: offset of the error. */
export const placeInJson = /at position (\d+) \(line \d+ column \d+\)\.?$/;

/** Words a place as `placeInJson` reads it. `line` and `column` count from 1. */
export const placeWords = (position: number, line: number, column: number): string =>
  `at position ${position} (line ${line} column ${column})`;

/**
 * Reads the parts of a sentence of `malformedDetail`; returns any other sentence as it is. `position`: of the error in JSON, if
 * named.
 */
export function readMalformed(detail: string): { what: string; position?: string | undefined } {
  if (!detail.startsWith(beginning)) return { what: detail };
  return { what: detail.slice(beginning.length), position: placeInJson.exec(detail)?.[1] };
}
