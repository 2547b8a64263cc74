import { type Request, type Response, Router } from 'express';
import type { z } from 'zod';
import type { Caller } from '../core/caller.ts';
import { type List, type Permission, permission } from '../core/contract.ts';
import { formatQuery, sendCsv } from './csv.ts';
import { type Access, accessOf, type Endpoint, isJsonText, methods, querySchemas, statusOf } from './endpoint.ts';
import { methodNotAllowed, notFound, validationError } from './error.ts';
import { type Listing, listAnswer, pageQuery } from './list.ts';
import { bodyLimit, parse, pathId, readJson } from './parse.ts';
import type { RequestMemory } from './request-memory.ts';

/** What stands before the handlers. */
export type Guard = {
  /** The caller by the key of the request; throws 401. */
  caller(request: Request): Caller;
  /** Throws 403. */
  requirePermission(caller: Caller, permission: Permission): void;
  /** The project that a path names, if the caller may see it; else throws 404. */
  project(caller: Caller, segment: unknown): number;
  memory: RequestMemory;
  /** Settles when the handler of a request that may change something can write. */
  writable(): Promise<void>;
};

/** Bytes of a body that anyone may send. */
const openBodyLimit = 10_000;

/**
 * Serves endpoints, on the root. Fixed paths come before those with a parameter, whatever their order here; the trailing slash is
 * optional. Other methods of a path answer 405 with `Allow`, to those who may know the path. HEAD is served by GET.
 */
export function endpointRouter(endpoints: readonly Endpoint[], guard: Guard): Router {
  const router = Router();
  const paths = Map.groupBy(endpoints, ({ path }) => path);
  // "~" sorts after all that names consist of.
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
  const { caller, body } = await admit(access, guard, request, response);
  const { project_id: segment } = request.params;
  const projectId = caller === null || segment === undefined ? null : guard.project(caller, segment);
  if (method !== 'GET' && !endpoint?.isRepair) await guard.writable();
  if (endpoint === undefined) throw methodNotAllowed(request.method, allowedIn(ofPath));
  if (caller !== null && isPermission(access)) guard.requirePermission(caller, access);
  const query = givenQuery(endpoint, request.query);
  const isCsv = endpoint.csv && parse(formatQuery, query).format === 'csv';
  const input = {
    ...{ request, response, caller, projectId },
    author: { projectId, userId: caller?.userId },
    params: paramsOf(endpoint, request.params),
    page: endpoint.paged && parse(pageQuery, query),
    query: endpoint.query && parse(endpoint.query, query),
    body: endpoint.body && parse(endpoint.body, body),
  };
  // Each handler has a type of its own for what its definition makes of this.
  const result = await endpoint.handle(input as never);
  if (response.headersSent) return;
  response.status(statusOf(endpoint));
  if (endpoint.answer === undefined) return void response.end();
  const answer = input.page ? listAnswer(request, input.page, result as Listing<List<unknown>>) : result;
  if (isCsv) sendCsv(response, answer, endpoint.answer);
  else response.json(answer);
}

/** Reads the body of whoever may call: a key that is refused costs nothing more. */
async function admit(access: Access, guard: Guard, request: Request, response: Response) {
  const isChange = request.method !== 'GET' && request.method !== 'HEAD';
  const isKeyless = access === 'open' || access === 'project_key';
  const isCodeEnough = access === 'code' && request.get('authorization') === undefined;
  const caller = isKeyless || isCodeEnough ? null : guard.caller(request);
  if (caller !== null && isChange && isPermission(access)) guard.requirePermission(caller, 'write');
  const limit = access === 'open' || access === 'code' ? openBodyLimit : bodyLimit;
  const body = isChange ? await readJson(request, response, guard.memory, limit) : {};
  const hasCode = typeof body === 'object' && body !== null && 'code' in body;
  return { caller: isCodeEnough && !hasCode ? guard.caller(request) : caller, body };
}

const isPermission = (access: Access): access is Permission => permission.options.some((one) => one === access);

/** A method that a path does not have is refused to those who may not read there as its reading is. */
const accessOfOthers = (ofPath: Endpoint[]): Access =>
  ofPath.every((one) => accessOf(one) === 'open' || accessOf(one) === 'code') ? 'open' : 'write';

const allowedIn = (ofPath: Endpoint[]) =>
  methods
    .filter((method) => ofPath.some((one) => one.method === method))
    .flatMap((method) => (method === 'GET' ? [method, 'HEAD'] : [method]))
    .join(', ');

/** An id is a positive integer; any other is one of nothing. */
function paramsOf({ params }: Endpoint, given: Request['params']): object {
  const plain = Object.entries(given).map(([name, value]) => {
    if (!name.endsWith('_id') || name === 'project_id' || params?.shape[name] !== undefined) return [name, value];
    const id = pathId(value);
    if (id === undefined) throw notFound(`No such ${name.slice(0, -'_id'.length)}.`);
    return [name, id];
  });
  return Object.fromEntries(plain);
}

/** A parameter that was left empty in a form is one that was not given; one that nobody knows is most likely a typo. */
function givenQuery(endpoint: Endpoint, query: Request['query']): object {
  const shape: z.core.$ZodShape = Object.assign({}, ...querySchemas(endpoint).map((schema) => schema.shape));
  const given = Object.entries(query).filter(([, value]) => value !== '');
  return Object.fromEntries(
    given.map(([name, value]) => {
      const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
      if (schema === undefined && !endpoint.sdk) throw unknownParameter(name, Object.keys(shape));
      return [name, schema !== undefined && isJsonText(schema) ? parsedJson(name, value) : value];
    }),
  );
}

function unknownParameter(name: string, known: string[]) {
  const hint = known.length === 0 ? 'It takes none.' : `Known are ${known.join(', ')}.`;
  return validationError('invalid_input', `This endpoint has no query parameter "${name}". ${hint}`, name);
}

function parsedJson(name: string, text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    throw validationError('invalid_input', `A JSON array is required in "${name}".`, name);
  }
}
