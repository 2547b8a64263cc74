import { styleText } from 'node:util';

type Format = Parameters<typeof styleText>[0];

/** Colors a text if stdout is a terminal; `NO_COLOR` and `FORCE_COLOR` decide otherwise. */
export const styled = (format: Format, text: string): string => styleText(format, text, { stream: process.stdout });

/** Characters that move the cursor of a terminal, or reverse the text that follows. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unsafe = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** Escapes control characters in text of an app, which makes it safe to print. */
export const shown = (text: string): string =>
  text.replace(unsafe, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Strings that look like a value of another type. */
const ambiguous = /^(?:-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|true|false|null|[[{].*)$/i;

/** Formats a property value on one line. A text is quoted if it could be read otherwise: "40" is not 40. */
export const shownValue = (value: unknown): string =>
  shown(typeof value === 'string' && /^[^\s"]+$/.test(value) && !ambiguous.test(value) ? value : JSON.stringify(value));
