/** Patterns of a text in quotes, and of a property name that needs none. */
export const quoted = String.raw`"(?:[^"\\]|\\.)*"`;
export const unquotedName = String.raw`[\p{L}\p{N}_$][\p{L}\p{N}_$./-]*`;
const wholeQuoted = new RegExp(`^${quoted}$`, 'u');
const wholeUnquotedName = new RegExp(`^${unquotedName}$`, 'u');

/** Prints the name of a property before an operator. */
export function printName(key: string): string {
  return wholeUnquotedName.test(key) ? key : quote(key);
}

export function quoteIfNeeded(text: string): string {
  return text === '' || /[\s"]/.test(text) ? quote(text) : text;
}

export function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

export function unquote(text: string): string {
  return wholeQuoted.test(text) ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text;
}
