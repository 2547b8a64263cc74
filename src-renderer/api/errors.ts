import type { ErrorBody } from '#server/core/contract.ts';

/** The server answered, and refused. */
export class ApiFailure extends Error {
  readonly status: number;
  readonly type: ErrorBody['type'];
  readonly code: string;
  readonly detail: string;
  /** The field at fault, nested with `__`; undefined when no single field is. */
  readonly attr: string | undefined;

  constructor(status: number, body: ErrorBody) {
    super(body.detail);
    this.name = 'ApiFailure';
    this.status = status;
    this.type = body.type;
    this.code = body.code;
    this.detail = body.detail;
    this.attr = body.attr;
  }
}

/** No answer at all: the server is not running, or it restarts. */
export class ServerUnreachable extends Error {
  constructor(cause: unknown) {
    super('The Benchtop server does not answer.', { cause });
    this.name = 'ServerUnreachable';
  }
}

/** Whoever answers at this address could not prove that it is the server of this window's session: nothing is sent to it. */
export class OtherServer extends ServerUnreachable {
  constructor() {
    super('no proof');
    this.name = 'OtherServer';
    this.message = 'Another program answers at this address.';
  }
}

/** This window has no session any more; the sign-in page says why. */
export class SignedOut extends Error {
  override name = 'SignedOut';
  constructor() {
    super('This window is signed out.');
  }
}

/** An answer that is not of the agreed shape: window and server are of different versions, or a bug. */
export class UnexpectedAnswer extends Error {
  readonly path: string;

  constructor(path: string, what: string, cause?: unknown) {
    super(`The answer of ${path} is not what this window understands: ${what}`, { cause });
    this.name = 'UnexpectedAnswer';
    this.path = path;
  }
}

/** What happened and what to do, for people. `code` is for whoever looks it up; null when there is none. */
export function explainError(error: unknown): { message: string; hint: string; code: string | null } {
  if (error instanceof OtherServer) {
    const hint = 'No key was sent to it. Stop that program, or open a new link from the server you want to use.';
    return { message: error.message, hint, code: null };
  }
  if (error instanceof ServerUnreachable) {
    return { message: error.message, hint: 'This page loads by itself as soon as the server is back.', code: null };
  }
  if (error instanceof UnexpectedAnswer) {
    return { message: error.message, hint: 'Reload the window, so that it matches the server.', code: null };
  }
  if (error instanceof ApiFailure) {
    return { message: error.detail, hint: hintFor(error), code: `${error.status} ${error.code}` };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { message, hint: 'Try again; if it stays, reload the window.', code: null };
}

function hintFor(error: ApiFailure): string {
  if (error.status === 403) return 'Sign in with a link, which allows everything, or with a key that allows this.';
  if (error.status === 404) return 'It may have been deleted, or belong to another project.';
  if (error.code === 'overloaded') return 'The server has too much to do just now. Try again in a few seconds.';
  if (error.status === 503)
    return 'The server cannot use its storage just now. Check the free space of its data folder.';
  if (error.status >= 500) return 'Try again; the server’s log says more.';
  return 'Change what was sent, then try again.';
}
