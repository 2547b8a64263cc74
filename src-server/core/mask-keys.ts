import { keyFormats, maskKey, secretKeyFormats } from './key-format.ts';

const hexOf = (character: string) => character.charCodeAt(0).toString(16);
const anyCase = (hex: string) => hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);

/**
 * A character in JSON or script escapes (inside a string inside a string with more backslashes) or percent-encoded (also
 * encoded again, also the backslash). Bounded, so that patterns of these are linear.
 */
const percent = '%(?:25){0,3}';
const escaped = (hex: string) => `(?:(?:\\\\|${percent}5[cC]){1,8}(?:u00|x)|${percent})(?:${hex})`;
/** At the start of a match the whole run of backslashes, tried once: masked JSON must stay JSON. */
const escapedFirst = (hex: string) => `(?:(?:(?<!\\\\)\\\\+|(?:${percent}5[cC]){1,8})(?:u00|x)|${percent})${hex}`;

function prefixPattern(prefix: string): string {
  const [first = '', ...rest] = prefix;
  const others = rest.map((letter) => `(?:${letter}|${escaped(anyCase(hexOf(letter)))})`);
  return `(?:${first}|${escapedFirst(anyCase(hexOf(first)))})${others.join('')}`;
}

/** One character of a key, in any writing. */
function characterPattern(characters: string): string {
  const isOne = new RegExp(`[${characters}]`);
  const hex = [...'234567'].map((high) => {
    const low = [...'0123456789abcdef'].filter((digit) => isOne.test(`${Buffer.from(high + digit, 'hex')}`)).join('');
    return `${high}[${low}${low.toUpperCase()}]`;
  });
  return `(?:[${characters}]|${escaped(hex.join('|'))})`;
}

/** At most so many characters in one match: an endless repetition would fill the stack of the matcher. */
const atOnce = 256;
const patterns = secretKeyFormats.map(({ prefix, characters, shortest }) => {
  const character = characterPattern(characters);
  return {
    prefix,
    key: `${prefixPattern(prefix)}(${character}{${shortest},${atOnce}})`,
  };
});
/** What goes on behind a key is masked too: another key may begin in it. */
const restPattern = `${characterPattern(keyFormats.personal.characters)}{1,${atOnce}}`;
const keyPattern = patterns.map(({ key }) => key).join('|');

const prefixHex = [...new Set(secretKeyFormats.flatMap(({ prefix }) => [...prefix].map(hexOf)))].map(anyCase).join('|');
const percentPrefixLetter = new RegExp(`${percent}(?:5[cC]|${prefixHex})`);
const escapedPrefixLetter = new RegExp(`\\\\(?:u00|x)(?:${prefixHex})`);

/** Base64 of each secret prefix at its three alignments: the characters that do not depend on what stands around it. */
const base64Marks = secretKeyFormats.flatMap(({ prefix }) =>
  [0, 1, 2].map((offset) => {
    const text = Buffer.from(' '.repeat(offset) + prefix, 'latin1').toString('base64');
    return text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + prefix.length) * 8) / 6));
  }),
);

/**
 * Masks every secret key in a text, whatever its writing: plain, in escapes, percent-encoded. Linear, and a few searches for a
 * text that holds none. What `JSON.stringify` wrote stays JSON.
 */
export function maskKeys(text: string): string {
  if (!mayHoldKey(text)) return text;
  const pattern = new RegExp(keyPattern, 'g');
  const rest = new RegExp(restPattern, 'y');
  const parts: string[] = [];
  let done = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const kind = match.findIndex((group, index) => index > 0 && group !== undefined) - 1;
    const prefix = patterns[kind]?.prefix ?? '';
    parts.push(text.slice(done, match.index), maskKey(prefix + decodeStart(match[kind + 1] ?? '')));
    done = endOf(text, pattern.lastIndex, rest);
    pattern.lastIndex = done;
  }
  return done === 0 ? text : parts.join('') + text.slice(done);
}

/**
 * Masks keys as `maskKeys` does, and hides what looks like base64 of one: for text that nothing decodes and that is as short as
 * Node lets the heads of requests be. A run is taken whole: cut, the key could go on behind the cut.
 */
export function maskEncodedKeys(text: string): string {
  const masked = maskKeys(text);
  if (!base64Marks.some((mark) => masked.includes(mark))) return masked;
  return masked.replace(/(?:[A-Za-z0-9+/_-]|%2[bBfF]|%3[dD]){12,}=*/g, (run) =>
    base64Marks.some((mark) => run.includes(mark)) ? '(hidden)' : run,
  );
}

/**
 * Whether a text that could not be decoded holds a secret key in base64, as a form, a MIME body or a URL writes it. Every run is
 * tried at every alignment, so that a key in escapes inside it is found too.
 */
export function holdsKeyInBase64(text: string): boolean {
  const plain = text
    .replace(/%2[bB]| /g, '+')
    .replace(/%2[fF]/g, '/')
    .replace(/[\r\n]+/g, '');
  for (const [run] of plain.matchAll(/[A-Za-z0-9+/_-]{12,}/g)) {
    for (let offset = 0; offset < 4; offset++) {
      const decoded = Buffer.from(run.slice(offset), 'base64').toString('latin1');
      if (maskKeys(decoded) !== decoded) return true;
    }
  }
  return false;
}

/** A key is written plainly, or has an escape among the letters of its prefix. */
const mayHoldKey = (text: string): boolean =>
  secretKeyFormats.some(({ prefix }) => text.includes(prefix)) ||
  (text.includes('%') && percentPrefixLetter.test(text)) ||
  (text.includes('\\') && escapedPrefixLetter.test(text));

/** Where a key ends that goes on after its first characters. */
function endOf(text: string, start: number, rest: RegExp): number {
  let end = start;
  rest.lastIndex = start;
  // A sticky pattern goes on where it ended, and begins anew once it fails.
  while (rest.test(text)) end = rest.lastIndex;
  return end;
}

/** The first characters of a key, of which a mask shows fewer, without their escapes. */
const decodeStart = (written: string): string =>
  written
    .slice(0, 200)
    .replace(
      /(?:(?:\\|%(?:25)*5[cC])+(?:u00|x)|%(?:25)*)([2-7][0-9a-fA-F])/g,
      (_whole, hex: string) => `${Buffer.from(hex, 'hex')}`,
    );
