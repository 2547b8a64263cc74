import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, randomBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import {
  challengeAnswer,
  type IssuedSession,
  issuedSession,
  proofText,
  runText,
  sessionToken,
} from '#server/projects/session-contract.ts';
import { ApiFailure, ServerUnreachable } from './errors.ts';
import { parsedAnswer, request } from './http.ts';

/** A server that has proved itself: whether it still takes the session, and the token for this run of it. */
export type Proof = { active: boolean; token: string };

/**
 * Makes the server at this address prove that it knows the key of `session`, which is not sent; returns null when it cannot. Throws
 * ServerUnreachable.
 */
export async function prove(session: IssuedSession): Promise<Proof | null> {
  const { origin } = location;
  const nonce = bytesToHex(randomBytes(32));
  const answer = await challenge({ session: session.id, nonce, origin });
  if (answer === null) return null;
  const { run, active } = answer;
  if (!isSame(answer.proof, sign(session, proofText({ nonce, origin, run, active })))) return null;
  return { active, token: sessionToken(session.id, sign(session, runText(run))) };
}

async function challenge(body: { session: string; nonce: string; origin: string }) {
  const path = '/api/session/challenge/';
  try {
    return await parsedAnswer(await request('POST', path, { body }), path, challengeAnswer);
  } catch (error) {
    if (error instanceof ServerUnreachable) throw error;
    if (error instanceof ApiFailure && error.status >= 500) throw new ServerUnreachable(error);
    return null;
  }
}

/** Exchanges the code of a link; with the `token` of a session the code is spent, and that session stays. */
export function exchangeCode(code: string, token: string | undefined): Promise<IssuedSession> {
  return signIn({ code, origin: location.origin }, token);
}

/** Opens a session with the rights of a personal key. */
export function exchangeKey(personalKey: string): Promise<IssuedSession> {
  return signIn({ origin: location.origin }, personalKey);
}

async function signIn(body: { code?: string; origin: string }, token: string | undefined): Promise<IssuedSession> {
  const path = '/api/session/';
  return parsedAnswer(await request('POST', path, { body, token }), path, issuedSession);
}

// Not `crypto.subtle`: a browser has it on secure origins only, and `--allow-remote` serves plain HTTP.
const sign = ({ key }: IssuedSession, text: string) => bytesToHex(hmac(sha256, hexToBytes(key), utf8ToBytes(text)));

/** Compares in the same time whatever differs, so that nothing can be learned of the expected proof. */
function isSame(given: string, expected: string): boolean {
  let difference = given.length ^ expected.length;
  for (let index = 0; index < expected.length; index += 1) {
    difference |= given.charCodeAt(index) ^ expected.charCodeAt(index);
  }
  return difference === 0;
}
