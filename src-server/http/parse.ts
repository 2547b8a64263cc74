import type { Request, Response } from 'express';
import type { z } from 'zod';
import { idPattern, maxBodyMb, maxJsonLevels } from '../core/contract.ts';
import { isTooDeep } from '../core/json/json.ts';
import { jsonProblem } from '../core/json/lenient-json.ts';
import { quoteSent } from '../core/text/quote-sent.ts';
import { fieldError, validationError } from './error.ts';
import { readBody } from './read-body.ts';
import type { RequestMemory } from './request-memory.ts';

/** Maximum bytes of a body, exclusive. */
export const bodyLimit = maxBodyMb * 1024 * 1024;

/** Parses by a contract; throws 400 for the first invalid field. */
export function parse<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input, { reportInput: true });
  if (!parsed.success) throw fieldError(parsed.error);
  return parsed.data;
}

/** Parses an id of a path. Returns undefined unless it is a positive integer: unknown ids are a 404, not a 400. */
export function pathId(value: unknown): number | undefined {
  return typeof value === 'string' && idPattern.test(value) ? Number(value) : undefined;
}

export type JsonParser = (text: string) => unknown;

/** Reads a JSON body under `limit` bytes, of any content type. An empty body is an empty object. */
export async function readJson(
  request: Request,
  response: Response,
  memory: RequestMemory,
  { limit, parser }: { limit: number; parser: JsonParser },
): Promise<unknown> {
  const { bytes, hold } = await readBody(request, limit, memory);
  response.once('close', hold.release);
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity')
    throw validationError(
      'parse_error',
      `The body must not be compressed; got Content-Encoding ${quoteSent(encoding)}.`,
    );
  return jsonOf(bytes.toString(), parser);
}

function jsonOf(text: string, parser: JsonParser): unknown {
  if (text.trim() === '') return {};
  // Checked before parsing: deep nesting costs far more memory parsed than as text.
  if (isTooDeep(text))
    throw validationError('parse_error', `The body must be nested at most ${maxJsonLevels} levels deep.`);
  try {
    return parser(text);
  } catch (error) {
    throw validationError('parse_error', `JSON parse error - ${jsonProblem(error)}`);
  }
}
