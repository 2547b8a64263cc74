/** Returns a text as a literal of ClickHouse's SQL: every version reads these escapes, and nothing ends it early. */
export const textLiteral = (text: string): string =>
  `'${text.toWellFormed().replace(/[\\'\0\b\f\n\r\t]/g, (character) => escapes[character] ?? '')}'`;

const escapes: Record<string, string> = {
  '\\': '\\\\',
  "'": "\\'",
  '\0': '\\0',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/** Returns a whole number as a literal; throws for anything else. */
export function intLiteral(value: number): string {
  if (!Number.isSafeInteger(value)) throw new Error(`${value} is not a whole number`);
  return String(value);
}

/** Returns whole numbers as a list for `IN`; throws for an empty one. */
export function intsLiteral(values: readonly number[]): string {
  if (values.length === 0) throw new Error('the list is empty');
  return `(${values.map(intLiteral).join(', ')})`;
}
