import { z } from 'zod';
import { errorBody } from '../../core/contract.ts';
import { maskKeys } from '../../core/mask-keys.ts';
import { etagOf } from '../../http/etag.ts';
import { lookupFor } from '../../http/outgoing/address.ts';
import { get, NoAnswer, type OutgoingAnswer } from '../../http/outgoing/request.ts';
import { type Definitions, definitions, definitionsFormat } from './definitions-contract.ts';
import { definitionsPath } from './definitions-endpoints.ts';
import { type DefinitionsSettings, definitionsKeyName } from './definitions-settings.ts';

/** An error with the reason why definitions were not taken, for people. */
export class DefinitionsError extends Error {
  constructor(detail: string) {
    super(maskKeys(detail));
  }
}

export type Fetched = { etag: string; definitions: Definitions };

const timeoutMs = 30_000;
const maxAnswer = 64 * 1024 * 1024;
const maxDetail = 300;

/** Requests definitions; null if those of the tag are current. Throws DefinitionsError, also when it is aborted. */
export async function fetchDefinitions(
  { url, key }: DefinitionsSettings,
  etag: string | null,
  closing: AbortSignal,
): Promise<Fetched | null> {
  const headers = { Authorization: `Bearer ${key}`, ...(etag === null ? {} : { 'If-None-Match': etag }) };
  // The address was given by whoever started this server, so it may be a local one.
  const options = { headers, lookup: lookupFor(true), timeoutMs, maxAnswer, closing };
  const answer = await get(new URL(`${url}${definitionsPath}`), options).catch((error: unknown) => {
    if (!(error instanceof NoAnswer)) throw error;
    throw new DefinitionsError(error.message);
  });
  if (answer.statusCode === 304 && etag !== null) return null;
  if (answer.statusCode !== 200) throw errorOf(answer);
  return parse(answer);
}

function errorOf({ statusCode, headers, text }: OutgoingAnswer): DefinitionsError {
  const { location } = headers;
  if (statusCode >= 300 && statusCode < 400 && location !== undefined) {
    const detail = `It redirects to ${location.slice(0, maxDetail)}. Redirects are not followed: use the final address.`;
    return new DefinitionsError(detail);
  }
  const error = errorBody.safeParse(jsonOf(text)).data;
  if (error === undefined) return notBenchtop(statusCode);
  const detail = `It answers ${statusCode}: ${error.detail.slice(0, maxDetail)}`;
  if (statusCode === 404) return new DefinitionsError(`${detail} Update that Benchtop.`);
  const isOfKey = statusCode === 401 || statusCode === 403;
  return new DefinitionsError(isOfKey ? `${detail} Check ${definitionsKeyName}.` : detail);
}

const notBenchtop = (statusCode: number) =>
  new DefinitionsError(`The answer (status ${statusCode}) is not from a Benchtop.`);

function parse({ statusCode, headers, text }: OutgoingAnswer): Fetched {
  if (Buffer.byteLength(text) >= maxAnswer)
    throw new DefinitionsError(`The definitions have more than ${maxAnswer / 1024 / 1024} MiB.`);
  const json = jsonOf(text);
  const format = z.object({ format: z.int() }).safeParse(json).data?.format;
  if (headers.etag === undefined || format === undefined) throw notBenchtop(statusCode);
  const etag = headers.etag.replace(/^W\//, '');
  if (etag !== etagOf(text)) throw new DefinitionsError('The answer was changed or cut off on the way.');
  if (format !== definitionsFormat) {
    const older = format > definitionsFormat ? 'this Benchtop' : 'that Benchtop';
    const detail = `It sends definitions of format ${format}, and this Benchtop reads format ${definitionsFormat}. Update ${older}.`;
    throw new DefinitionsError(detail);
  }
  const parsed = definitions.safeParse(json);
  if (!parsed.success) throw new DefinitionsError('The answer does not have the form of definitions.');
  return { etag, definitions: parsed.data };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
