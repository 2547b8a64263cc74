/**
 * Lines of CSV by RFC 4180, for the server's answers and the window's reports: CRLF, quotes where needed, null is empty. A text
 * that a spreadsheet may take for a formula gets an apostrophe before it, which makes it text there; numbers stay numbers.
 */
export function csvText(rows: readonly (readonly unknown[])[]): string {
  return rows.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}

/** The signs that begin a formula, also in full width, after any white space that an import may trim; tabs and line breaks alone. */
const formula = /^(?:[\t\r\n]|\s*[=+\-@\uff1d\uff0b\uff0d\uff20])/;

function csvCell(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = String(value);
  const inert = typeof value === 'string' && formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
