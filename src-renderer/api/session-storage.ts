import { z } from 'zod';
import { issuedSession } from '#server/projects/session-contract.ts';

/** An ended session gives no access, but the server can still prove itself with it. */
const storedSession = issuedSession.extend({ ended: z.boolean() });
export type StoredSession = z.infer<typeof storedSession>;

export const storageKey = 'benchtop-session';

/** Returns the session of this browser at this address, which all its tabs share. */
export function readStored(): StoredSession | null {
  const text = localStorage.getItem(storageKey);
  if (text === null) return null;
  try {
    return storedSession.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

export function store({ id, key, ended }: StoredSession): void {
  localStorage.setItem(storageKey, JSON.stringify({ id, key, ended }));
}

export function forgetStored(): void {
  localStorage.removeItem(storageKey);
}
