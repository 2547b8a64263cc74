import type { Request, Response } from 'express';
import type { z } from 'zod';
import { isTooDeep } from '../core/json.ts';
import { jsonProblem, parseExactJson } from '../core/lenient-json.ts';
import { maxJsonLevels } from '../core/limits.ts';
import { fieldError, validationError } from './error.ts';
import { readBody } from './read-body.ts';
import type { RequestMemory } from './request-memory.ts';

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

/** Reads a JSON body under `limit` bytes whatever its type says; an empty one is an empty object. */
export async function readJson(
  request: Request,
  response: Response,
  memory: RequestMemory,
  limit: number,
): Promise<unknown> {
  const { bytes, hold } = await readBody(request, limit, memory);
  response.once('close', hold.release);
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity')
    throw validationError('parse_error', `The body must not be compressed; got "${encoding}".`);
  return jsonOf(bytes.toString());
}

function jsonOf(text: string): unknown {
  if (text.trim() === '') return {};
  // Before it is parsed: what is nested by the million costs far more parsed than as text.
  if (isTooDeep(text))
    throw validationError('parse_error', `The body is nested more than ${maxJsonLevels} levels deep.`);
  try {
    return parseExactJson(text);
  } catch (error) {
    throw validationError('parse_error', `JSON parse error - ${jsonProblem(error)}`);
  }
}
