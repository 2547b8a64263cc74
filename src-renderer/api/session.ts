import { useSyncExternalStore } from 'react';
import type { DesktopBridge } from '#main/bridge.ts';
import { type IssuedSession, type LinkProblem, linkProblem } from '#server/projects/session-contract.ts';
import { ApiFailure, OtherServer, ServerUnreachable, SignedOut } from './errors.ts';
import { exchangeCode, exchangeKey, prove } from './handshake.ts';
import { forgetStored, readStored, storageKey, store } from './session-storage.ts';

declare global {
  interface Window {
    desktop?: DesktopBridge;
  }
}

/** Why the window is locked. `session_ended`: the server says so; `signed_out`: the person did it. */
export type LockReason = 'no_session' | 'session_ended' | 'signed_out' | LinkProblem;
/** `other-server`: whoever answers could not prove that it is the server of the session, so nothing is sent to it. */
export type SessionState = { phase: 'signing-in' | 'open' | 'other-server' } | { phase: 'locked'; why: LockReason };

const retryMs = 1_000;
/** How long an ended session waits for its replacement. */
const replaceMs = 5_000;

const listeners = new Set<() => void>();
let state: SessionState = { phase: 'signing-in' };
/** The token for this run of the server, which has proved itself. */
let token: string | null = null;
let proving: Promise<string> | null = null;
let replacing: Promise<unknown> = Promise.resolve();
let hasDesktopEnded = false;

/**
 * Takes the code out of `/#code=…` and out of the address bar, and exchanges it for a session. Call once, before the router
 * reads the address.
 */
export function startSession(): void {
  window.addEventListener('storage', (event) => {
    if (event.key === storageKey || event.key === null) followOtherTab();
  });
  // A link that is pasted into a tab of this very page only changes what follows the #.
  window.addEventListener('hashchange', takeCode);
  if (!takeCode()) change(current() === null ? { phase: 'locked', why: 'no_session' } : { phase: 'open' });
}

function takeCode(): boolean {
  const code = new URLSearchParams(location.hash.slice(1)).get('code');
  if (code === null) return false;
  history.replaceState(history.state, '', location.pathname + location.search);
  void openWithCode(code.trim());
  return true;
}

/**
 * Returns the Bearer token for requests; `refused` is one that the server did not take. Throws SignedOut, OtherServer when
 * whoever answers has not proved itself, or ServerUnreachable.
 */
export async function sessionToken(refused: string | null = null): Promise<string> {
  if (token !== null && token !== refused) return token;
  token = null;
  proving ??= renewToken().finally(() => {
    proving = null;
  });
  return proving;
}

/** Forgets the token, so that the server has to prove itself before it is sent one. */
export function forgetToken(): void {
  token = null;
}

/** Exchanges a typed personal key for a session; the key is not kept. Throws OtherServer before anything is sent to one. */
export async function signInWithKey(personalKey: string): Promise<void> {
  const known = window.desktop?.session ?? readStored();
  if (known !== null && (await prove(known)) === null) throw new OtherServer();
  open(await exchangeKey(personalKey));
}

/** Runs `work`, which ends this session and opens another; requests that are refused meanwhile wait for it. */
export function replaceSession<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = work();
  replacing = result.catch(() => undefined);
  return result;
}

/** Locks the window: this session has ended, here and in all tabs. */
export function lock(why: 'session_ended' | 'signed_out'): void {
  const session = current();
  if (session !== null && session.id === window.desktop?.session.id) hasDesktopEnded = true;
  else if (session !== null) store({ ...session, ended: true });
  token = null;
  change({ phase: 'locked', why });
}

/** Forgets the server, for a person who knows that this address is another server now. */
export function forgetServer(): void {
  forgetStored();
  token = null;
  change({ phase: 'locked', why: 'no_session' });
}

export function useSession(): SessionState {
  return useSyncExternalStore(subscribe, () => state);
}

/** Returns the desktop window's own session, else the one that the tabs of this browser share. */
function current(): IssuedSession | null {
  const desktop = window.desktop?.session;
  if (desktop !== undefined && !hasDesktopEnded) return desktop;
  const stored = readStored();
  return stored === null || stored.ended ? null : stored;
}

async function renewToken(): Promise<string> {
  const session = current();
  if (session === null) throw new SignedOut();
  const proof = await prove(session);
  // Another tab may have opened another session meanwhile.
  if (session.id !== current()?.id) return renewToken();
  if (proof === null) {
    change({ phase: 'other-server' });
    throw new OtherServer();
  }
  if (!proof.active) {
    await Promise.race([replacing, new Promise((resolve) => setTimeout(resolve, replaceMs))]);
    if (session.id !== current()?.id) return renewToken();
    lock('session_ended');
    throw new SignedOut();
  }
  token = proof.token;
  change({ phase: 'open' });
  return token;
}

/** Spends the code, also in a browser that is signed in: it may stand in a list of processes. */
async function openWithCode(code: string): Promise<void> {
  const known = current();
  const proof = known === null ? null : await prove(known).catch(() => null);
  const isSignedIn = proof?.active === true;
  try {
    const issued = await exchangeCode(code, isSignedIn ? proof.token : undefined);
    if (isSignedIn) change({ phase: 'open' });
    else open(issued);
  } catch (error) {
    if (error instanceof ServerUnreachable || (error instanceof ApiFailure && error.status >= 500)) {
      setTimeout(() => void openWithCode(code), retryMs);
      return;
    }
    // Another tab of this browser may have opened the same link first.
    const hasSession = isSignedIn || (current() !== null && current()?.id !== known?.id);
    change(hasSession ? { phase: 'open' } : { phase: 'locked', why: problemOf(error) });
  }
}

function problemOf(error: unknown): LinkProblem {
  const parsed = linkProblem.safeParse(error instanceof ApiFailure ? error.code : undefined);
  return parsed.success ? parsed.data : 'link_expired';
}

function open(session: IssuedSession): void {
  store({ ...session, ended: false });
  token = null;
  change({ phase: 'open' });
}

function followOtherTab(): void {
  if (window.desktop !== undefined && !hasDesktopEnded) return;
  token = null;
  if (current() !== null) change({ phase: 'open' });
  else if (state.phase !== 'locked')
    change({ phase: 'locked', why: readStored() === null ? 'no_session' : 'signed_out' });
}

function change(next: SessionState): void {
  if (next.phase === state.phase && next.phase !== 'locked') return;
  state = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
