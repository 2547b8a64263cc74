import { hash, randomBytes } from 'node:crypto';
import { issuedDigits, keyFormats } from '../core/key-format-contract.ts';

/** The kinds of keys that people manage; `keyFormats` has all. */
export type KeyKind = 'project' | 'personal';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The longest possible key, presets included; longer ones are not looked up. */
export const maxKeyLength = lengthOf('personal', 'longest');

/** Creates a key: a prefix and 256 random bits in base 62. */
export function generateKey(kind: KeyKind): string {
  let rest = BigInt(`0x${randomBytes(32).toString('hex')}`);
  let text = '';
  for (let digit = 0; digit < issuedDigits; digit += 1) {
    text = alphabet.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return keyFormats[kind].prefix + text;
}

/** Hashes a personal key for storage. Plain SHA-256 suffices for 256 random bits. */
export function hashKey(value: string): string {
  return hash('sha256', value);
}

export function isPersonalKeyName(value: string): boolean {
  return value.startsWith(keyFormats.personal.prefix);
}

/** Returns why a preset key is invalid, as a line for the terminal, or null. */
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

/** A preset that is not a key of the first project, or is not valid; the message says why. */
export class PresetError extends Error {
  readonly kind: KeyKind;

  constructor(kind: KeyKind, cause: string) {
    super(cause);
    this.kind = kind;
  }
}

function lengthOf(kind: KeyKind, limit: 'shortest' | 'longest'): number {
  const format = keyFormats[kind];
  return format.prefix.length + format[limit];
}
