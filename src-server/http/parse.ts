import express, { type RequestHandler } from 'express';
import type { z } from 'zod';
import { fieldError, requestTooLarge, validationError } from './error.ts';
import { deepestJson, isTooDeep } from './json-depth.ts';

/** Bytes a request body must stay under (document 8). */
export const bodyLimit = 20 * 1024 * 1024;

/** Parses by contract; a failure becomes the 400 of the first field at fault. */
export function parse<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input, { reportInput: true });
  if (!parsed.success) throw fieldError(parsed.error);
  return parsed.data;
}

/** An id of a path: a positive integer, else undefined (an unknown id is a 404, not a 400). */
export function pathId(value: unknown): number | undefined {
  return typeof value === 'string' && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : undefined;
}

/** Reads a JSON body of the management API whatever its type says; an empty one is an empty object. */
export function jsonBody(): RequestHandler[] {
  const read = express.text({ type: () => true, limit: bodyLimit - 1, defaultCharset: 'utf-8' });
  return [
    (request, response, next) =>
      read(request, response, (error?: { type?: string; message: string }) => {
        if (error?.type === 'entity.too.large') return next(requestTooLarge(bodyLimit));
        if (error) return next(validationError('parse_error', `The body cannot be read: ${error.message}.`));
        next();
      }),
    (request, _response, next) => {
      const text: unknown = request.body;
      if (typeof text !== 'string' || text.trim() === '') {
        request.body = {};
        return next();
      }
      try {
        request.body = JSON.parse(text);
      } catch (error) {
        return next(validationError('parse_error', `JSON parse error - ${(error as Error).message}`));
      }
      if (!isTooDeep(text)) return next();
      next(validationError('parse_error', `The body is nested more than ${deepestJson} levels deep.`));
    },
  ];
}
