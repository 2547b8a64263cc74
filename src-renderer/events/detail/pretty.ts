import { parseJson } from '#server/core/json/parse-json-contract.ts';

/** Most levels to indent: the indentation of nested brackets grows with the square of their number. */
const MAX_PRETTY_LEVELS = 200;

/** Returns JSON with indentation; other text as it is. */
export function pretty(text: string): string {
  if (isDeeper(text, MAX_PRETTY_LEVELS)) return text;
  try {
    return JSON.stringify(parseJson(text), null, 2);
  } catch {
    return text;
  }
}

/** Counts all brackets, also those in strings, which errs on the safe side. */
function isDeeper(text: string, levels: number): boolean {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[{}\]]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1;
    if (depth > levels) return true;
  }
  return false;
}
