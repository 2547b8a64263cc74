import { hiddenText, keyFormats, maskKey, secretKeyFormats } from './key-format-contract.ts';

const hexOf = (character: string) => character.charCodeAt(0).toString(16);
const anyCase = (hex: string) => hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);

/**
 * Matches a character as a JSON or script escape (nested strings add backslashes) or percent-encoded (possibly twice). Bounded,
 * so that matching stays linear.
 */
const percent = '%(?:25){0,3}';
const escaped = (hex: string) => `(?:(?:\\\\|${percent}5[cC]){1,8}(?:u00|x)|${percent})(?:${hex})`;
const escapedFirst = (hex: string) => `(?:(?:\\\\{1,8}|(?:${percent}5[cC]){1,8})(?:u00|x)|${percent})${hex}`;

function prefixPattern(prefix: string): string {
  const [first = '', ...rest] = prefix;
  const others = rest.map((letter) => `(?:${letter}|${escaped(anyCase(hexOf(letter)))})`);
  return `(?:${first}|${escapedFirst(anyCase(hexOf(first)))})${others.join('')}`;
}

/** Matches one character of a key in any encoding. */
function characterPattern(characters: string): string {
  const isOne = new RegExp(`[${characters}]`);
  const hex = [...'234567'].map((high) => {
    const low = [...'0123456789abcdef'].filter((digit) => isOne.test(`${Buffer.from(high + digit, 'hex')}`)).join('');
    return `${high}[${low}${low.toUpperCase()}]`;
  });
  return `(?:[${characters}]|${escaped(hex.join('|'))})`;
}

/** Limits one match: an unbounded repetition overflows the matcher's stack. */
const maxMatch = 256;
const patterns = secretKeyFormats.map(({ prefix, characters, shortest }) => {
  const character = characterPattern(characters);
  return {
    prefix,
    key: `${prefixPattern(prefix)}(${character}{${shortest},${maxMatch}})`,
  };
});
/** Text after a key is masked too: another key may start inside it. */
const restPattern = `${characterPattern(keyFormats.personal.characters)}{1,${maxMatch}}`;
const keyPattern = patterns.map(({ key }) => key).join('|');

const prefixHex = [...new Set(secretKeyFormats.flatMap(({ prefix }) => [...prefix].map(hexOf)))].map(anyCase).join('|');
const percentPrefixLetter = new RegExp(`${percent}(?:5[cC]|${prefixHex})`);
const escapedPrefixLetter = new RegExp(`\\\\(?:u00|x)(?:${prefixHex})`);

/** The base64 of each secret prefix at its three alignments, without the characters that depend on the neighbors. */
const base64Marks = secretKeyFormats.flatMap(({ prefix }) =>
  [0, 1, 2].map((offset) => {
    const text = Buffer.from(' '.repeat(offset) + prefix, 'latin1').toString('base64');
    return text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + prefix.length) * 8) / 6));
  }),
);

/**
 * Masks all secret keys in a text: plain, escaped or percent-encoded. Linear, and fast for texts without keys. Output of
 * `JSON.stringify` stays valid JSON.
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
    parts.push(
      text.slice(done, startOf(text, match.index, done)),
      maskKey(prefix + decodeStart(match[kind + 1] ?? '')),
    );
    done = endOf(text, pattern.lastIndex, rest);
    pattern.lastIndex = done;
  }
  return done === 0 ? text : parts.join('') + text.slice(done);
}

/** Takes the whole run of backslashes before an escape, so that masked JSON stays JSON. */
function startOf(text: string, index: number, from: number): number {
  if (text[index] !== '\\') return index;
  let start = index;
  while (start > from && text[start - 1] === '\\') start -= 1;
  return start;
}

/**
 * Masks keys as `maskKeys` does and hides base64 that may contain one. For text that is not decoded and is as short as Node's
 * header limit. Hides whole runs, since a key may continue past any cut.
 */
export function maskEncodedKeys(text: string): string {
  const masked = maskKeys(text);
  if (!base64Marks.some((mark) => masked.includes(mark))) return masked;
  return masked.replace(/(?:[A-Za-z0-9+/_-]|%2[bBfF]|%3[dD]){12,}=*/g, (run) =>
    base64Marks.some((mark) => run.includes(mark)) ? hiddenText : run,
  );
}

/**
 * Reports whether undecodable text contains a secret key in base64, as forms, MIME bodies and URLs write it. Tries all alignments
 * of each run, so that escaped keys are found too.
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

/** Tests for a plain key, or an escape within its prefix. */
const mayHoldKey = (text: string): boolean =>
  secretKeyFormats.some(({ prefix }) => text.includes(prefix)) ||
  (text.includes('%') && percentPrefixLetter.test(text)) ||
  (text.includes('\\') && escapedPrefixLetter.test(text));

/** Returns the end of a key that continues past its first characters. */
function endOf(text: string, start: number, rest: RegExp): number {
  let end = start;
  rest.lastIndex = start;
  // A sticky pattern continues at its last end and resets after a failure.
  while (rest.test(text)) end = rest.lastIndex;
  return end;
}

/** Returns the first characters of a key without their escapes, for its mask. */
const decodeStart = (written: string): string =>
  written
    .slice(0, 200)
    .replace(
      /(?:(?:\\|%(?:25)*5[cC])+(?:u00|x)|%(?:25)*)([2-7][0-9a-fA-F])/g,
      (_whole, hex: string) => `${Buffer.from(hex, 'hex')}`,
    );
