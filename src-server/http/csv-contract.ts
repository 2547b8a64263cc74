/**
 * Writes CSV by RFC 4180 for answers and the window's reports: CRLF, quotes where needed, null is empty. Prefixes text that a
 * spreadsheet may run as a formula with an apostrophe; numbers stay numbers.
 */
export function csvText(rows: readonly (readonly unknown[])[]): string {
  return rows.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}

/**
 * Characters that start a formula, also full-width, after white space that an import may trim; tabs and line breaks on their own.
 */
const formula = /^(?:[\t\r\n]|\s*[=+\-@\uff1d\uff0b\uff0d\uff20])/;

function csvCell(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = String(value);
  const inert = typeof value === 'string' && formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
