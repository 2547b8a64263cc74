import { hash, randomBytes } from 'node:crypto';
import { issuedDigits, keyFormats } from '../core/key-format.ts';

/** Kinds of keys that are listed, named and revoked by people; `keyFormats` has all. */
export type KeyKind = 'project' | 'personal';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Longest key there can be, presets included; nothing longer is worth a look-up. */
export const maxKeyLength = lengthOf('personal', 'longest');

/** A new key: 256 random bits in base 62 behind its kind's prefix. */
export function generateKey(kind: KeyKind): string {
  let rest = BigInt(`0x${randomBytes(32).toString('hex')}`);
  let text = '';
  for (let digit = 0; digit < issuedDigits; digit += 1) {
    text = alphabet.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return keyFormats[kind].prefix + text;
}

/** What is stored of a personal key. Plain SHA-256 is enough: the input has 256 random bits, so nothing can be guessed. */
export function hashKey(value: string): string {
  return hash('sha256', value);
}

export function isPersonalKeyName(value: string): boolean {
  return value.startsWith(keyFormats.personal.prefix);
}

/** Why a key given at start cannot be used, as one line for the terminal; null when it can. */
export function presetProblem(kind: KeyKind, value: string): string | null {
  const { prefix, characters } = keyFormats[kind];
  const [shortest, longest] = [lengthOf(kind, 'shortest'), lengthOf(kind, 'longest')];
  if (!value.startsWith(prefix)) return `A ${kind} API key starts with ${prefix}.`;
  if (value.length < shortest || value.length > longest) {
    return `A ${kind} API key has ${shortest} to ${longest} characters, ${prefix} included; this one has ${value.length}.`;
  }
  if (!new RegExp(`^[${characters}]+$`).test(value)) {
    return `A ${kind} API key is made of letters, digits and - _ . ~ only.`;
  }
  return null;
}

function lengthOf(kind: KeyKind, limit: 'shortest' | 'longest'): number {
  const format = keyFormats[kind];
  return format.prefix.length + format[limit];
}
