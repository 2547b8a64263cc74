import type { JsonSchema, OpenApiDocument } from '../../../src-server/http/description/openapi.ts';
import type { Random } from '../random.ts';
import { personalKey } from '../server-process.ts';
import type { FuzzRequest } from './exchange.ts';
import { hostileText, hostileValue, type Json, mutate } from './values.ts';

type Operation = { method: string; path: string } & OpenApiDocument['paths'][string][string];

/** Lists the management operations of the server's description; `sdk.ts` has the public ones. */
export function managementOperations({ paths }: OpenApiDocument): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      path.startsWith('/api/') && !isDestructive(method, path) ? [{ ...operation, method, path }] : [],
    ),
  );
}

/**
 * Reports whether an operation would end the run by removing its project, keys, sessions or database. Other tests cover their
 * refusals.
 */
const isDestructive = (method: string, path: string) =>
  method !== 'get' &&
  (/^\/api\/(?:session|storage|personal_api_keys\/\{)/.test(path) ||
    /api_keys\/\{key_id\}/.test(path) ||
    (method === 'delete' && path === '/api/projects/{project_id}/'));

/** Generates a request for an operation, mostly valid by its schema, partly hostile. */
export function managementRequest(document: OpenApiDocument, operation: Operation, random: Random): FuzzRequest {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encode(pathValue(name, random)));
  const query = operation.parameters
    .filter((parameter) => parameter.in === 'query' && (parameter.required || random.chance(0.25)))
    .map(({ name, schema }) => `${name}=${encode(queryValue(name, document, schema, random))}`);
  if (random.chance(0.02)) query.push(`${encode(hostileText(random))}=1`);
  const headers: Record<string, string> = {};
  if (random.chance(0.98)) headers.Authorization = `Bearer ${personalKey}`;
  const target = `${path}${query.length === 0 ? '' : `?${query.join('&')}`}`;
  const method = operation.method.toUpperCase();
  const schema = operation.requestBody?.content['application/json'].schema;
  if (schema === undefined) return { method, path: target, headers };
  const body = mutate(sampleOf(document, schema, random, 0), random, random.chance(0.5) ? 0 : 1 + random.int(3));
  const text = random.chance(0.02) ? hostileText(random) : JSON.stringify(body);
  headers['Content-Type'] = random.chance(0.98) ? 'application/json' : 'text/plain';
  return { method, path: target, headers, body: Buffer.from(text.replaceAll('phx_', 'phc_')) };
}

const encode = (text: string) => encodeURIComponent(text.toWellFormed());

function pathValue(name: string, random: Random): string {
  if (random.chance(0.06)) return hostileText(random) || '%20';
  if (name === 'project_id') return random.pick(['1', '1', '1', '1', '1', '@current', '@current', '2']);
  if (name === 'uuid') return random.uuid();
  return String(1 + random.int(random.chance(0.8) ? 5 : 100));
}

function queryValue(name: string, document: OpenApiDocument, schema: JsonSchema, random: Random): string {
  // A long poll would wait.
  if (name === 'wait') return random.pick(['0', '0.05', '-1', 'x', '']);
  if (random.chance(0.2)) return hostileText(random);
  if (name === 'properties')
    return JSON.stringify([{ key: 'plan', value: hostileValue(random), operator: 'icontains' }]);
  const value = sampleOf(document, schema, random, 0);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const texts = [
  'paid',
  '$pageview',
  'plan',
  'new-checkout',
  'Checkout',
  'http://127.0.0.1:9/hook',
  'team',
  'FUNNELS',
  '.buy',
];
const dates = ['2026-11-20T14:15:22Z', '2026-11-20', '2026-11-01T00:00:00.000Z', '2027-01-01T00:00:00+02:00'];

/** Generates a value that roughly fits a schema; the server checks patterns and rules across fields. */
function sampleOf(document: OpenApiDocument, schema: JsonSchema, random: Random, depth: number): Json {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return sampleOf(document, document.components.schemas[name] ?? {}, random, depth + 1);
  }
  const choices = schema.anyOf ?? (schema.oneOf as JsonSchema[] | undefined);
  if (choices !== undefined) return sampleOf(document, random.pick(choices), random, depth + 1);
  if (schema.enum !== undefined) return random.pick(schema.enum) as Json;
  if (schema.const !== undefined) return schema.const as Json;
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type;
  switch (type) {
    case 'string':
      return schema.format === 'date-time' || random.chance(0.1) ? random.pick(dates) : textOf(random);
    case 'integer':
    case 'number':
      return random.pick([0, 1, 2, 5, 10, 50, 100, 1000, 0.5]);
    case 'boolean':
      return random.chance(0.5);
    case 'null':
      return null;
    case 'array':
      return Array.from({ length: depth > 6 ? 0 : random.int(4) }, () =>
        sampleOf(document, schema.items ?? {}, random, depth + 1),
      );
    case 'object':
      return objectOf(document, schema, random, depth);
    default:
      return depth > 6 ? null : hostileValue(random);
  }
}

const textOf = (random: Random) => (random.chance(0.5) ? random.pick(texts) : `text-${random.int(10_000)}`);

function objectOf(document: OpenApiDocument, schema: JsonSchema, random: Random, depth: number): Json {
  const required = new Set(schema.required);
  const entries = Object.entries(schema.properties ?? {})
    .filter(([name]) => required.has(name) || (depth < 8 && random.chance(0.5)))
    .map(([name, inside]): [string, Json] => [name, sampleOf(document, inside, random, depth + 1)]);
  return Object.fromEntries(entries);
}
