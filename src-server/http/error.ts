import type { ErrorRequestHandler, RequestHandler } from 'express';
import { ZodError, type z } from 'zod';
import type { ErrorBody } from '../core/contract.ts';
import { isDatabaseError } from '../core/database-error.ts';
import { bodyPace } from '../core/limits.ts';
import { maskKeys } from '../core/mask-keys.ts';
import { NotUnique } from '../core/not-unique.ts';

/** The only error that carries an answer; anything else that is thrown is a bug and answers 500. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  readonly headers: Record<string, string>;

  constructor(status: number, body: ErrorBody, headers: Record<string, string> = {}) {
    // What was sent may be quoted in it.
    const detail = maskKeys(body.detail);
    super(detail);
    this.status = status;
    this.body = { ...body, detail, ...(body.attr === undefined ? {} : { attr: maskKeys(body.attr) }) };
    this.headers = headers;
  }
}

export function validationError(code: string, detail: string, attr?: string): ApiError {
  return new ApiError(400, { type: 'validation_error', code, detail, ...(attr === undefined ? {} : { attr }) });
}

export function authenticationError(code: string, detail: string, headers?: Record<string, string>): ApiError {
  return new ApiError(401, { type: 'authentication_error', code, detail }, headers);
}

export function permissionDenied(detail: string): ApiError {
  return new ApiError(403, { type: 'permission_error', code: 'permission_denied', detail });
}

export function notFound(detail = 'Not found.'): ApiError {
  return new ApiError(404, { type: 'invalid_request', code: 'not_found', detail });
}

export function methodNotAllowed(method: string, allowed: string): ApiError {
  const detail = `Method "${method}" not allowed.`;
  return new ApiError(405, { type: 'invalid_request', code: 'method_not_allowed', detail }, { Allow: allowed });
}

export function requestTooLarge(limit: number): ApiError {
  const detail = `The body must be under ${limit} bytes, as sent and after decompression.`;
  return new ApiError(413, { type: 'client_error', code: 'request_too_large', detail });
}

/** The body stopped arriving; its connection is closed. */
export function bodyTimeout(): ApiError {
  const { bytes, withinMs } = bodyPace;
  const detail = `The body stopped arriving: ${bytes} bytes, or its end, are expected every ${withinMs / 1000} seconds.`;
  return new ApiError(408, { type: 'client_error', code: 'body_timeout', detail }, { Connection: 'close' });
}

/** More is under way than the server can hold: bodies that arrive, or answers that their clients have not read. */
export function overloaded(what: 'request bodies are arriving' | 'answers are unread'): ApiError {
  const detail = `More ${what} than the server can hold. Send the request again in ${retryAfter} seconds.`;
  return new ApiError(503, { type: 'server_error', code: 'overloaded', detail }, { 'Retry-After': `${retryAfter}` });
}

/** Seconds after which a client that was refused may try again. */
const retryAfter = 2;

export function storageUnavailable(detail: string): ApiError {
  return new ApiError(503, { type: 'server_error', code: 'storage_unavailable', detail }, { 'Retry-After': '1' });
}

/** Turns the first issue of a failed parse into the field error of decisions 7 (`steps__0__url_matching`). */
export function fieldError(error: z.ZodError): ApiError {
  const issue = error.issues[0];
  if (issue === undefined) return validationError('invalid_input', 'Invalid input.');
  const attr = issue.path.map(String).join('__');
  const { code, detail } = fieldProblem(issue);
  return validationError(code, detail, attr === '' ? undefined : attr);
}

/** Needs `reportInput`: without the input, a missing field and a null look like any other wrong type. */
function fieldProblem(issue: z.core.$ZodIssue): { code: string; detail: string } {
  const mistyped = issue.code === 'invalid_type' || issue.code === 'invalid_value' || issue.code === 'invalid_union';
  if (mistyped && 'input' in issue && issue.input === undefined) {
    return { code: 'required', detail: 'A value is required.' };
  }
  if (mistyped && issue.input === null) return { code: 'null', detail: 'The value must not be null.' };
  if (issue.code === 'too_small' && issue.origin === 'string') {
    return { code: 'blank', detail: 'The value must not be blank.' };
  }
  if (issue.code === 'too_big' && issue.origin === 'string') {
    return { code: 'max_length', detail: `At most ${issue.maximum} characters are allowed.` };
  }
  const detail = `${issue.message}.`.replace(/\.\.$/, '.');
  return { code: issue.code === 'invalid_value' ? 'invalid_choice' : 'invalid_input', detail };
}

/** Answers any thrown error in the one error shape; what is not an ApiError is logged and hidden. */
export function errorHandler(report: (error: unknown) => void): ErrorRequestHandler {
  return (error, _request, response, _next) => {
    const apiError = toApiError(error, report);
    response.status(apiError.status).set(apiError.headers).json(apiError.body);
  };
}

export const unknownPath: RequestHandler = (request) => {
  throw notFound(`No such endpoint: ${request.method} ${request.baseUrl}${request.path}`);
};

export function toApiError(error: unknown, report: (error: unknown) => void): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof ZodError) return fieldError(error);
  if (error instanceof NotUnique) return validationError('unique', error.message, error.field);
  // Express could not decode a parameter of the path.
  if (error instanceof URIError) return notFound('No such endpoint: the path is not valid.');
  if (isDatabaseError(error)) {
    report(error);
    return storageUnavailable(
      isDamage(error.code)
        ? `A part of the database that this needs is damaged (${error.code}). Restore a copy in Settings > Server.`
        : `The database cannot be used now (${error.code}). Send the request again later.`,
    );
  }
  if (isRefusal(error))
    return new ApiError(error.status, { type: 'client_error', code: 'error', detail: error.message });
  report(error);
  return new ApiError(500, { type: 'server_error', code: 'error', detail: 'A server error occurred.' });
}

const isDamage = (code: string) => /^SQLITE_(CORRUPT|NOTADB)/.test(code);

/** What Express itself refuses, such as a path that is not valid percent-encoding. */
function isRefusal(error: unknown): error is Error & { status: number } {
  return (
    error instanceof Error &&
    'status' in error &&
    typeof error.status === 'number' &&
    error.status >= 400 &&
    error.status < 500
  );
}
