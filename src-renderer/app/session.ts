import { useSyncExternalStore } from 'react';
import type { DesktopBridge } from '#main/bridge.ts';

declare global {
  interface Window {
    desktop?: DesktopBridge;
  }
}

const STORAGE_KEY = 'benchtop-key';
const listeners = new Set<() => void>();

/**
 * Takes the key out of `/#key=…` into this tab's storage and out of the address bar, so that it is in no history entry,
 * bookmark or screenshot. Call once, before the router reads the address.
 */
export function takeKeyFromAddress(): void {
  const key = new URLSearchParams(location.hash.slice(1)).get('key');
  if (key === null) return;
  sessionStorage.setItem(STORAGE_KEY, key.trim());
  history.replaceState(history.state, '', location.pathname + location.search);
}

/** The personal key that requests carry: the desktop window's own, else this tab's; null when there is none. */
export function sessionKey(): string | null {
  return sessionStorage.getItem(STORAGE_KEY) ?? window.desktop?.key ?? null;
}

/** Whether `mask`, the first characters of a key and an ellipsis, is of the key in use. */
export function isSessionKey(mask: string): boolean {
  return sessionKey()?.startsWith(mask.replace(/…$/, '')) ?? false;
}

/** Forgets `refused`, the key the server did not take; a newer one that came in between stays. */
export function lockSession(refused: string | null): void {
  if (refused !== sessionKey()) return;
  sessionStorage.removeItem(STORAGE_KEY);
  announce();
}

export function unlockSession(key: string): void {
  sessionStorage.setItem(STORAGE_KEY, key.trim());
  announce();
}

export function useSessionKey(): string | null {
  return useSyncExternalStore(subscribe, sessionKey);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function announce(): void {
  for (const listener of listeners) listener();
}
