import { hash, randomBytes } from 'node:crypto';

export type KeyKind = 'project' | 'personal';

const prefixes: Record<KeyKind, string> = { project: 'phc_', personal: 'phx_' };
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 62 ** 43 is just above 2 ** 256. */
const digits = 43;

/** Longest key there can be, presets included; nothing longer is worth a look-up. */
export const maxKeyLength = 64;

/** A new key: 256 random bits in base 62 behind its kind's prefix. */
export function generateKey(kind: KeyKind): string {
  let rest = BigInt(`0x${randomBytes(32).toString('hex')}`);
  let text = '';
  for (let digit = 0; digit < digits; digit += 1) {
    text = alphabet.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return prefixes[kind] + text;
}

/** What is stored of a personal key. Plain SHA-256 is enough: the input has 256 random bits, so nothing can be guessed. */
export function hashKey(value: string): string {
  return hash('sha256', value);
}

/** Enough of a key to tell it from others, never so much that it could be used. */
export function maskKey(value: string): string {
  return `${value.slice(0, value.length >= 12 ? 8 : 4)}…`;
}

export function isPersonalKeyName(value: string): boolean {
  return value.startsWith(prefixes.personal);
}

/** Why a key given at start cannot be used, as one line for the terminal; null when it can. */
export function presetProblem(kind: KeyKind, value: string): string | null {
  const prefix = prefixes[kind];
  if (!value.startsWith(prefix)) return `A ${kind} API key starts with ${prefix}.`;
  if (value.length < 12 || value.length > maxKeyLength) {
    return `A ${kind} API key has 12 to ${maxKeyLength} characters, ${prefix} included; this one has ${value.length}.`;
  }
  if (!/^[\w.~-]+$/.test(value)) return `A ${kind} API key is made of letters, digits and - _ . ~ only.`;
  return null;
}
