import type { ErrorBody } from '#server/core/contract.ts';
import { apiWords } from './words.ts';

/** The server answered, and refused. */
export class ApiFailure extends Error {
  override name = 'ApiFailure';
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  /** The field at fault, nested with `__`; undefined when no single field is. */
  readonly attr: string | undefined;

  constructor(status: number, body: ErrorBody) {
    super(body.detail);
    this.status = status;
    this.code = body.code;
    this.detail = body.detail;
    this.attr = body.attr;
  }
}

export const isNotFound = (error: unknown): boolean => error instanceof ApiFailure && error.status === 404;

/** No answer at all: the server is not running, or it restarts. */
export class ServerUnreachable extends Error {
  override name = 'ServerUnreachable';
  constructor(cause: unknown) {
    super(apiWords.unreachable, { cause });
  }
}

/** Whoever answers at this address could not prove that it is the server of this window's session: nothing is sent to it. */
export class OtherServer extends ServerUnreachable {
  override name = 'OtherServer';
  constructor() {
    super('no proof');
    this.message = apiWords.otherServer;
  }
}

/** This window has no session any more; the sign-in page says why. */
export class SignedOut extends Error {
  override name = 'SignedOut';
  constructor() {
    super(apiWords.signedOut);
  }
}

/** The server answered, and has no such file for this window: it is of another version. */
export class PartNotServed extends Error {
  override name = 'PartNotServed';
  constructor(cause: unknown) {
    super(apiWords.partNotServed, { cause });
  }
}

/** An answer that is not of the agreed shape: window and server are of different versions, or a bug. */
export class UnexpectedAnswer extends Error {
  override name = 'UnexpectedAnswer';
  readonly path: string;

  constructor(path: string, what: string, cause?: unknown) {
    super(apiWords.unexpectedAnswer(path, what), { cause });
    this.path = path;
  }
}

/** Reports whether window and server are of different versions, so that only a reload helps. */
export const needsReload = (error: unknown): boolean =>
  error instanceof UnexpectedAnswer || error instanceof PartNotServed;

/** Returns what happened and what to do, for people. `code` is for lookup; null when there is none. */
export function explainError(error: unknown): { message: string; hint: string; code: string | null } {
  const hint = apiWords.hints[hintOf(error)];
  if (error instanceof ApiFailure) return { message: error.detail, hint, code: `${error.status} ${error.code}` };
  return { message: error instanceof Error ? error.message : String(error), hint, code: null };
}

function hintOf(error: unknown): keyof typeof apiWords.hints {
  if (error instanceof OtherServer) return 'otherServer';
  if (error instanceof ServerUnreachable) return 'unreachable';
  if (needsReload(error)) return 'unexpectedAnswer';
  if (!(error instanceof ApiFailure)) return 'unknown';
  if (error.status === 403) return 'forbidden';
  if (error.status === 404) return 'notFound';
  if (error.code === 'overloaded') return 'overloaded';
  if (error.status === 503) return 'unavailable';
  return error.status >= 500 ? 'serverError' : 'badRequest';
}
