/** Shortens a text to `maxLength` characters with an ellipsis; never splits a code point. */
export const clip = (text: string, maxLength: number): string =>
  text.length <= maxLength
    ? text
    : `${text
        .slice(0, maxLength - 1)
        .replace(/[\ud800-\udbff]$/u, '')
        .toWellFormed()}…`;
