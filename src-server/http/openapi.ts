import { Router } from 'express';
import { z } from 'zod';
import { errorBody, jsonObject } from '../core/contract.ts';
import { docsPage } from './docs-page.ts';
import { resource } from './methods.ts';

/** One endpoint as its feature describes it. `path` is absolute, with `{parameters}` and the trailing slash. */
export type Operation = {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  path: string;
  tag: string;
  summary: string;
  /** Query parameters; those of a list come by `paged`. */
  query?: z.ZodObject;
  paged?: true;
  body?: z.ZodType;
  /** Status of success; 200 unless given. */
  status?: number;
  /** Body of success; none unless given. */
  answer?: z.ZodType;
  /** Set where no personal key is needed. */
  isPublic?: true;
  /** Set where no key at all is needed. */
  isOpen?: true;
};

/**
 * What a feature offers: its endpoints, and the names under which its answers are described. An answer that holds named ones
 * needs a name itself to refer to them.
 */
export type Description = { operations: Operation[]; schemas: Record<string, z.ZodType> };

export type JsonSchema = {
  [keyword: string]: unknown;
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  enum?: unknown[];
};
export type DocumentedParameter = { name: string; in: string; required: boolean; schema: JsonSchema };
export type DocumentedOperation = {
  operationId: string;
  summary: string;
  tags: string[];
  security: Record<string, never[]>[];
  parameters: DocumentedParameter[];
  requestBody?: { required: true; content: { 'application/json': { schema: JsonSchema } } };
  responses: Record<string, { description: string; content?: { 'application/json': { schema: JsonSchema } } }>;
};
export type OpenApiDocument = {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, JsonSchema> };
};

const page = z.object({ limit: z.int().min(0).max(1000).default(100), offset: z.int().min(0).default(0) });
const componentPrefix = '#/components/schemas/';

const self: Description = {
  schemas: {},
  operations: [
    {
      tag: 'Server',
      method: 'get',
      path: '/api/schema/',
      summary: 'Read this description as OpenAPI 3.1',
      answer: jsonObject,
      isOpen: true,
    },
    { tag: 'Server', method: 'get', path: '/api/docs/', summary: 'Read this description as a page', isOpen: true },
  ],
};

/** `GET /schema/` and `GET /docs/`, relative to `/api`; they need no key, as they hold no data. */
export function schemaRoutes(descriptions: Description[], version: string): Router {
  const router = Router();
  let latest: { url: string; document: OpenApiDocument } | undefined;
  // Kept, as making it takes longer than anything else that is answered without a key.
  const documentAt = (url: string) => {
    if (latest?.url !== url) latest = { url, document: openApiDocument(descriptions, version, url) };
    return latest.document;
  };
  resource(router, '/schema/', {
    get(request, response) {
      response.json(documentAt(`${request.protocol}://${request.get('host') ?? 'localhost'}`));
    },
  });
  resource(router, '/docs/', {
    get(request, response) {
      const url = `${request.protocol}://${request.get('host') ?? 'localhost'}`;
      response.type('html').send(docsPage(documentAt(url), response.locals.nonce));
    },
  });
  return router;
}

/** OpenAPI 3.1 of all that is described; `url` is where this server is reached. */
export function openApiDocument(descriptions: Description[], version: string, url: string): OpenApiDocument {
  const registry = z.registry<{ id: string }>();
  registry.add(errorBody, { id: 'Error' });
  const all = [...descriptions, self];
  for (const { schemas } of all) {
    for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
  }
  const paths: OpenApiDocument['paths'] = {};
  for (const operation of all.flatMap(({ operations }) => operations)) {
    paths[operation.path] ??= {};
    Object.assign(paths[operation.path] ?? {}, { [operation.method]: documented(operation, registry) });
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Benchtop',
      version,
      description:
        'Public endpoints take a project API key in the body; all others a personal API key as Bearer token. ' +
        'The trailing slash is optional everywhere; `{project_id}` is an integer or `@current`.',
    },
    servers: [{ url }],
    paths,
    components: {
      schemas: componentSchemas(registry),
      securitySchemes: { personalApiKey: { type: 'http', scheme: 'bearer', bearerFormat: 'phx_…' } },
    },
  };
}

type Registry = z.core.$ZodRegistry<{ id: string }>;

function documented(operation: Operation, registry: Registry): DocumentedOperation {
  const { method, path, tag, summary, body, answer, status = 200, isPublic, isOpen } = operation;
  const described: DocumentedOperation = {
    operationId: `${method}_${path.replace(/[{}]/g, '').split('/').filter(Boolean).join('_')}`,
    summary,
    tags: [tag],
    security: isPublic || isOpen ? [] : [{ personalApiKey: [] }],
    parameters: parametersOf(operation),
    responses: {
      [status]: { description: 'Success', ...(answer === undefined ? {} : json(referenceTo(answer, registry))) },
      default: { description: 'Error', ...json({ $ref: `${componentPrefix}Error` }) },
    },
  };
  if (body !== undefined) described.requestBody = { required: true, ...json(toJsonSchema(body, 'input')) };
  return described;
}

const json = (schema: JsonSchema) => ({ content: { 'application/json': { schema } } });

function parametersOf({ path, query, paged }: Operation): DocumentedParameter[] {
  const inPath = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const inQuery = [query, paged && page].filter((part) => part !== undefined).flatMap(queryParameters);
  return [...inPath, ...inQuery];
}

function queryParameters(query: z.ZodObject): DocumentedParameter[] {
  const { properties = {}, required = [] } = toJsonSchema(query, 'input');
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    // What is no plain value is sent as JSON text.
    schema:
      schema.type === 'array'
        ? { type: 'string', contentMediaType: 'application/json', contentSchema: schema }
        : schema,
  }));
}

/** A named answer by its name, any other in place. */
function referenceTo(schema: z.ZodType, registry: Registry): JsonSchema {
  const id = registry.get(schema)?.id;
  return id === undefined ? toJsonSchema(schema, 'output') : { $ref: componentPrefix + id };
}

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: simplify });
  return rest as JsonSchema;
}

function componentSchemas(registry: Registry): Record<string, JsonSchema> {
  const uri = (id: string) => componentPrefix + id;
  const { schemas } = z.toJSONSchema(registry, { uri, unrepresentable: 'any', override: simplify });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema as JsonSchema]),
  );
}

/** Takes out what only repeats the format or the limits of JSON numbers; answers may gain keys. */
function simplify({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
}
