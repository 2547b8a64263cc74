import type { ErrorRequestHandler, RequestHandler } from 'express';
import { ZodError, type z } from 'zod';
import type { ErrorBody } from '../core/contract.ts';
import { isArchiveUnreadable } from '../core/errors/archive-unreadable.ts';
import { isDamage, isDatabaseError } from '../core/errors/database-error.ts';
import { NotUnique } from '../core/errors/not-unique.ts';
import { issueSentence, pathOf } from '../core/issue-contract.ts';
import { bodyPace } from '../core/limits-contract.ts';
import { maskKeys } from '../core/mask-keys.ts';
import { malformedDetail } from './malformed-contract.ts';

/** The only error that carries an answer. Anything else thrown is a bug and answers 500. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    { attr, ...body }: Omit<ErrorBody, 'attr'> & { attr?: string | undefined },
    headers: Record<string, string> = {},
  ) {
    // Both may quote what was sent.
    const detail = maskKeys(body.detail);
    super(detail);
    this.status = status;
    this.body = { ...body, detail, ...(attr === undefined ? {} : { attr: maskKeys(attr) }) };
    this.headers = headers;
  }
}

export function validationError(code: string, detail: string, attr?: string): ApiError {
  return new ApiError(400, { type: 'validation_error', code, detail, attr });
}

/** Makes the error for one more of the `items` than a project has at most. `remedy`: a sentence. */
export const tooMany = (max: number, items: string, remedy: string, attr?: string): ApiError =>
  validationError('too_many', `A project has at most ${max} ${items}. ${remedy}`, attr);

/** Makes the error for a public request whose body cannot be read. `what`: a clause. */
export const malformed = (what: string): ApiError => validationError('invalid_payload', malformedDetail(what));

export function authenticationError(code: string, detail: string, headers?: Record<string, string>): ApiError {
  return new ApiError(401, { type: 'authentication_error', code, detail }, headers);
}

export function permissionDenied(detail: string): ApiError {
  return new ApiError(403, { type: 'permission_error', code: 'permission_denied', detail });
}

/** Makes the error for an edit of definitions that another server owns. `url`: its address, without credentials. */
export function definitionsElsewhere(url: string): ApiError {
  const detail = `This server takes its definitions from ${url}. Edit them there; changes arrive here within seconds.`;
  return new ApiError(409, { type: 'invalid_request', code: 'definitions_elsewhere', detail });
}

/** Makes a 404. `attr`: the field that names the missing thing, where there are several. */
export function notFound(detail: string, attr?: string): ApiError {
  return new ApiError(404, { type: 'invalid_request', code: 'not_found', detail, attr });
}

/** Returns the value; throws 404 if there is none. */
export function orNotFound<Value>(value: Value | null | undefined, detail: string, attr?: string): Value {
  if (value === undefined || value === null) throw notFound(detail, attr);
  return value;
}

export function methodNotAllowed(method: string, allowed: string): ApiError {
  const detail = `Method "${method}" not allowed.`;
  return new ApiError(405, { type: 'invalid_request', code: 'method_not_allowed', detail }, { Allow: allowed });
}

export function requestTooLarge(limit: number): ApiError {
  const detail = `The body must be under ${limit} bytes, as sent and after decompression.`;
  return new ApiError(413, { type: 'client_error', code: 'request_too_large', detail });
}

/** Makes the error for a body that stopped arriving. Closes the connection. */
export function bodyTimeout(): ApiError {
  const { bytes, withinMs } = bodyPace;
  const detail = `The body stopped arriving. Send at least ${bytes} bytes every ${withinMs / 1000} seconds.`;
  return new ApiError(408, { type: 'client_error', code: 'body_timeout', detail }, { Connection: 'close' });
}

export function overloaded(what: 'request bodies are arriving' | 'answers are unread'): ApiError {
  const detail = `More ${what} than the server can hold. Send the request again in ${retryAfter} seconds.`;
  return new ApiError(503, { type: 'server_error', code: 'overloaded', detail }, { 'Retry-After': `${retryAfter}` });
}

/** Seconds until a refused client may retry. */
const retryAfter = 2;

/** Makes the error for too many events waiting for the archive. Asks for a later retry than a short fault does. */
export function archiveFull(detail: string): ApiError {
  return new ApiError(503, { type: 'server_error', code: 'archive_full', detail }, { 'Retry-After': '30' });
}

/** Makes the error for a request that needs properties which were moved to the archive. */
function archiveUnavailable(reason: string): ApiError {
  const detail = `Properties of older events are in ClickHouse, which cannot be read: ${reason}`;
  return new ApiError(503, { type: 'server_error', code: 'archive_unavailable', detail }, { 'Retry-After': '5' });
}

export function storageUnavailable(detail: string): ApiError {
  return new ApiError(503, { type: 'server_error', code: 'storage_unavailable', detail }, { 'Retry-After': '1' });
}

/** Turns the first issue of a failed parse into an error at `steps__0__url_matching`. `within`: the path of the parsed value. */
export function fieldError(error: z.ZodError, within: PropertyKey[] = []): ApiError {
  const [first] = error.issues;
  if (first === undefined) return validationError('invalid_input', 'The body is not valid.');
  const issue = { ...first, path: [...within, ...first.path] };
  const path = pathOf(issue);
  const attr = path.length === 0 ? undefined : path.map(String).join('__');
  return validationError(codeOf(first), issueSentence(issue), attr);
}

/** Returns the error code of an issue. Needs `reportInput`, to tell missing fields and null from other wrong types. */
function codeOf(issue: z.core.$ZodIssue): string {
  const isMistyped = ['invalid_type', 'invalid_value', 'invalid_union', 'custom'].includes(issue.code);
  if (isMistyped && 'input' in issue && issue.input === undefined) return 'required';
  if (isMistyped && issue.input === null) return 'null';
  if (issue.code === 'too_small' && issue.origin === 'string') return 'blank';
  if (issue.code === 'too_big' && issue.origin === 'string') return 'max_length';
  return issue.code === 'invalid_value' ? 'invalid_choice' : 'invalid_input';
}

/** Answers any thrown error in the error shape. Logs and hides everything but ApiError. */
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
  // Express could not decode a path parameter.
  if (error instanceof URIError) return notFound('No such endpoint: the path is not valid percent-encoding.');
  if (isArchiveUnreadable(error)) return archiveUnavailable(error.message);
  if (isDatabaseError(error)) {
    report(error);
    return storageUnavailable(
      isDamage(error)
        ? `Part of the database is damaged (${error.code}). Restore a copy under Settings › Server.`
        : `The database is unavailable (${error.code}). Send the request again later.`,
    );
  }
  if (isRefusal(error))
    return new ApiError(error.status, { type: 'client_error', code: 'error', detail: error.message });
  report(error);
  return new ApiError(500, {
    type: 'server_error',
    code: 'error',
    detail: 'A server error occurred. The log of the server has the cause.',
  });
}

/** Recognizes errors of Express itself, such as a path with invalid percent-encoding. */
function isRefusal(error: unknown): error is Error & { status: number } {
  return (
    error instanceof Error &&
    'status' in error &&
    typeof error.status === 'number' &&
    error.status >= 400 &&
    error.status < 500
  );
}
