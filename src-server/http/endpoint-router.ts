import { type Request, type Response, Router } from 'express';
import { z } from 'zod';
import type { Caller } from '../core/caller.ts';
import { isJsonObject, type List, type Permission, permission } from '../core/contract.ts';
import { parseEventJson, parseExactJson } from '../core/json/lenient-json.ts';
import { ownValue } from '../core/json/own-value.ts';
import { nearestName } from '../core/nearest-contract.ts';
import { quoteSent } from '../core/text/quote-sent.ts';
import { formatQuery, sendCsv } from './csv.ts';
import {
  type Access,
  accessOf,
  type Endpoint,
  isJsonText,
  methods,
  querySchemas,
  successStatusOf,
} from './endpoint.ts';
import { methodNotAllowed, notFound, validationError } from './error.ts';
import { type ListingOf, listAnswer, pageQuery } from './list.ts';
import { bodyLimit, type JsonParser, parse, pathId, readJson } from './parse.ts';
import type { RequestMemory } from './request-memory.ts';

/** The checks before a handler. */
export type Guard = {
  /** Returns the caller by the key of the request; throws 401. */
  caller(request: Request): Caller;
  requirePermission(caller: Caller, permission: Permission): void;
  /** Returns the id of the project in the path; throws 404 if the caller may not see it. */
  project(caller: Caller, segment: unknown): number;
  memory: RequestMemory;
  /** Settles when handlers can write. */
  writable(): Promise<void>;
};

/** Maximum bytes of a body sent without a key. */
const openBodyLimit = 10_000;

/**
 * Serves endpoints at the root. Fixed paths match before those with parameters; the trailing slash is optional. Other methods
 * answer 405 with `Allow`, to callers who may know the path. GET serves HEAD.
 */
export function endpointRouter(endpoints: readonly Endpoint[], guard: Guard): Router {
  const router = Router();
  const paths = Map.groupBy(endpoints, ({ path }) => path);
  // "~" sorts after all characters of a path.
  const order = (path: string) => path.replace(/\{\w+\}/g, '~');
  for (const [path, ofPath] of [...paths].sort(([a], [b]) => (order(a) < order(b) ? -1 : 1))) {
    router.all(path.replace(/\{(\w+)\}/g, ':$1'), (request, response) => serve(ofPath, guard, request, response));
  }
  return router;
}

async function serve(ofPath: Endpoint[], guard: Guard, request: Request, response: Response): Promise<void> {
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const endpoint = ofPath.find((one) => one.method === method);
  const access = endpoint === undefined ? accessOfOthers(ofPath) : accessOf(endpoint);
  const { caller, body } = await admit(
    access,
    endpoint?.keepsIntegers ? parseEventJson : parseExactJson,
    guard,
    request,
    response,
  );
  const { project_id: segment } = request.params;
  const projectId = caller === null || segment === undefined ? null : guard.project(caller, segment);
  // For the request log, if the request is refused below.
  response.locals.projectId = projectId;
  if (method !== 'GET' && !endpoint?.isRepair) await guard.writable();
  if (endpoint === undefined) throw methodNotAllowed(request.method, allowedIn(ofPath));
  if (caller !== null && isPermission(access)) guard.requirePermission(caller, access);
  const query = givenQuery(endpoint, request.query);
  const isCsv = endpoint.csv && parse(formatQuery, query).format === 'csv';
  const input = {
    request,
    response,
    caller,
    projectId,
    author: { projectId, userId: caller?.userId },
    params: paramsOf(endpoint, request.params),
    page: endpoint.paged && parse(pageQuery, query),
    query: endpoint.query && parse(endpoint.query, query),
    body: endpoint.body && parse(endpoint.body, withoutReturned(endpoint, body, request.params)),
  };
  const result = await runHandler(endpoint, input).finally(() => {
    // The key may have been revoked while the request waited: its errors are not answered either.
    if (caller !== null && 'wait' in query && !response.destroyed) guard.caller(request);
  });
  if (response.headersSent || response.destroyed) return;
  response.status(successStatusOf(endpoint));
  if (endpoint.answer === undefined) return void response.end();
  const answer = input.page ? listAnswer(request, input.page, result as ListingOf<List<unknown>>) : result;
  if (isCsv) sendCsv(response, answer, endpoint.answer);
  else response.json(answer);
}

/** Runs the handler; the type of its input depends on each definition. */
const runHandler = async (endpoint: Endpoint, input: object) => endpoint.handle(input as never);

/** Authenticates, then reads the body, so that a refused key costs nothing more. */
async function admit(access: Access, parser: JsonParser, guard: Guard, request: Request, response: Response) {
  const isChange = request.method !== 'GET' && request.method !== 'HEAD';
  const isKeyless = access === 'open' || access === 'project_key';
  const isCodeEnough = access === 'code' && request.get('authorization') === undefined;
  const caller = isKeyless || isCodeEnough ? null : guard.caller(request);
  if (caller !== null && isChange && isPermission(access)) guard.requirePermission(caller, 'write');
  const limit = access === 'open' || access === 'code' ? openBodyLimit : bodyLimit;
  const body = isChange ? await readJson(request, response, guard.memory, { limit, parser }) : {};
  const hasCode = typeof body === 'object' && body !== null && 'code' in body;
  return { caller: isCodeEnough && !hasCode ? guard.caller(request) : caller, body };
}

const isPermission = (access: Access): access is Permission => permission.options.some((one) => one === access);

/** Returns the access needed to learn that a path lacks a method: that of its other methods. */
const accessOfOthers = (ofPath: Endpoint[]): Access =>
  ofPath.every((one) => accessOf(one) === 'open' || accessOf(one) === 'code') ? 'open' : 'write';

const allowedIn = (ofPath: Endpoint[]) =>
  methods
    .filter((method) => ofPath.some((one) => one.method === method && one.status !== 405))
    .flatMap((method) => (method === 'GET' ? [method, 'HEAD'] : [method]))
    .join(', ');

/** Parses the parameters of a path: ids are positive integers, and any other value is a 404. */
function paramsOf({ params }: Endpoint, given: Request['params']): object {
  const plain = Object.entries(given).map(([name, value]) => {
    if (!name.endsWith('_id') || name === 'project_id' || params?.shape[name] !== undefined) return [name, value];
    const id = pathId(value);
    if (id === undefined)
      throw notFound(`No such ${name.slice(0, -'_id'.length).replaceAll('_', ' ')}: ${quoteSent(String(value))}.`);
    return [name, id];
  });
  return Object.fromEntries(plain);
}

/**
 * Drops fields that only the answer has from a change: clients send back what they read. A name other than that of the path stays,
 * and is refused.
 */
function withoutReturned({ method, body, answer }: Endpoint, sent: unknown, params: Request['params']): unknown {
  const isChange = method === 'PATCH' || method === 'PUT';
  if (!isChange || !isJsonObject(sent) || !(body instanceof z.ZodObject && answer instanceof z.ZodObject)) return sent;
  const isReturned = (key: string, value: unknown) =>
    key in answer.shape && !(key in body.shape) && (params[key] ?? value) === value;
  return Object.fromEntries(Object.entries(sent).filter(([key, value]) => !isReturned(key, value)));
}

/** Drops empty parameters, as forms send them. Refuses unknown ones: most are typos. */
function givenQuery(endpoint: Endpoint, query: Request['query']): object {
  const shape: z.core.$ZodShape = Object.assign({}, ...querySchemas(endpoint).map((schema) => schema.shape));
  const given = Object.entries(query).filter(([, value]) => value !== '');
  return Object.fromEntries(
    given.map(([name, value]) => {
      const schema = ownValue(shape, name);
      if (schema === undefined && !endpoint.sdk) throw unknownParameter(name, Object.keys(shape));
      return [name, schema !== undefined && isJsonText(schema) ? parsedJson(name, value) : value];
    }),
  );
}

function unknownParameter(name: string, known: string[]) {
  const hint = known.length === 0 ? 'takes no query parameters' : `takes ${known.join(', ')}`;
  const near = nearestName(name, known);
  const question = near === null ? '' : ` Did you mean "${near}"?`;
  return validationError(
    'invalid_input',
    `Unknown query parameter ${quoteSent(name)}.${question} This endpoint ${hint}.`,
    name,
  );
}

function parsedJson(name: string, text: unknown): unknown {
  try {
    return parseExactJson(String(text));
  } catch {
    throw validationError('invalid_input', `\`${name}\` must be a JSON array; got ${quoteSent(text)}.`, name);
  }
}
