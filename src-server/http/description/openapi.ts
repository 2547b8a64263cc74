import { z } from 'zod';
import type { JsonObject } from '../../core/contract.ts';
import { accessOf, type Definition, isJsonText, querySchemas, successStatusOf } from '../endpoint.ts';
import { parameterWords } from './parameter-words.ts';

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
export type DocumentedParameter = {
  name: string;
  in: string;
  description?: string;
  required: boolean;
  schema: JsonSchema;
  example?: unknown;
};
type Server = { url: string; variables?: Record<string, { default: string; description?: string }> };
export type DocumentedOperation = {
  operationId: string;
  summary: string;
  tags: string[];
  security: { personalApiKey?: string[] }[];
  parameters: DocumentedParameter[];
  /** Present if they differ from those of the document. */
  servers?: Server[];
  requestBody?: { required: true; content: { 'application/json': { schema: JsonSchema; example?: JsonObject } } };
  responses: Record<string, { description: string; content?: { 'application/json': { schema: JsonSchema } } }>;
};
export type OpenApiDocument = {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  servers: Server[];
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, JsonSchema> };
};

const componentPrefix = '#/components/schemas/';

/**
 * Builds OpenAPI 3.1 of all endpoints; `url` is the address of this server. Schemas with an `id` become components of that name.
 */
export function openApiDocument(definitions: readonly Definition[], version: string, url: string): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {};
  for (const definition of definitions) {
    paths[definition.path] = {
      ...paths[definition.path],
      [definition.method.toLowerCase()]: documented(definition, url),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Benchtop',
      version,
      description:
        'Personal API keys are Bearer tokens. Endpoints of SDKs take the project API key in the body, or as a parameter. ' +
        'The trailing slash is optional everywhere.',
    },
    servers: [{ url }],
    paths,
    components: {
      schemas: componentSchemas(),
      securitySchemes: { personalApiKey: { type: 'http', scheme: 'bearer', bearerFormat: 'phx_…' } },
    },
  };
}

function documented(definition: Definition, url: string): DocumentedOperation {
  const { method, path, tag, summary, prefix, body, answer, example } = definition;
  const described: DocumentedOperation = {
    operationId: [method.toLowerCase(), ...path.replace(/[{}]/g, '').split('/').filter(Boolean)].join('_'),
    summary,
    tags: [tag],
    security: securityOf(definition),
    parameters: parametersOf(definition),
    ...(prefix === undefined ? {} : { servers: [{ url }, prefixedServer(url, prefix)] }),
    responses: {
      [successStatusOf(definition)]: {
        description: 'Success',
        ...(answer === undefined ? {} : json(toJsonSchema(answer, 'output'))),
      },
      default: { description: 'Error', ...json({ $ref: `${componentPrefix}Error` }) },
    },
  };
  if (body !== undefined) described.requestBody = { required: true, ...json(toJsonSchema(body, 'input'), example) };
  return described;
}

function prefixedServer(url: string, prefix: string): Server {
  const variables = Array.from(namesIn(prefix), (name) => [name, { default: 'checkout-124', ...descriptionOf(name) }]);
  return { url: url + prefix, variables: Object.fromEntries(variables) };
}

const namesIn = (path: string) => Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);

/** Describes who may call an endpoint; a required permission is given as a role. */
function securityOf(definition: Definition): DocumentedOperation['security'] {
  const access = accessOf(definition);
  if (access === 'open' || access === 'project_key') return [];
  if (access === 'code') return [{}, { personalApiKey: [] }];
  return [{ personalApiKey: access === 'any' ? [] : [access] }];
}

const json = (schema: JsonSchema, example?: JsonObject) => ({
  content: { 'application/json': { schema, ...(example === undefined ? {} : { example }) } },
});

function parametersOf(definition: Definition): DocumentedParameter[] {
  const inPath = namesIn(definition.path).map((name) => ({
    name,
    in: 'path',
    ...descriptionOf(name),
    required: true,
    schema: { type: 'string' },
  }));
  const example = definition.body === undefined ? definition.example : undefined;
  const headers = definition.headers === undefined ? [] : parametersIn('header', definition.headers, {});
  const inQuery = querySchemas(definition).flatMap((query) => parametersIn('query', query, example));
  return [...inPath, ...inQuery, ...headers];
}

function parametersIn(place: 'query' | 'header', query: z.ZodObject, example: JsonObject = {}): DocumentedParameter[] {
  const { properties = {}, required = [] } = toJsonSchema(query, 'input');
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: place,
    ...descriptionOf(name, description),
    required: required.includes(name),
    ...(name in example ? { example: example[name] } : {}),
    schema: isJsonText(query.shape[name])
      ? { type: 'string', contentMediaType: 'application/json', contentSchema: schema }
      : { ...schema, ...defaultOf(query.shape[name]) },
  }));
}

function descriptionOf(name: string, own?: unknown): { description?: string } {
  const description = typeof own === 'string' ? own : parameterWords[name];
  return description === undefined ? {} : { description };
}

/** Returns the default of a number that is sent as text: zod leaves out the default of a transformed value. */
function defaultOf(schema: z.core.$ZodType | undefined): { default?: number } {
  const value = schema instanceof z.ZodDefault ? schema.def.defaultValue : undefined;
  return typeof value === 'number' ? { default: value } : {};
}

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const {
    $schema: _,
    $defs: __,
    ...rest
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: io === 'input' ? simplify : simplifyAnswer,
  });
  return JSON.parse(JSON.stringify(rest).replaceAll('"#/$defs/', `"${componentPrefix}`));
}

function componentSchemas(): Record<string, JsonSchema> {
  const uri = (id: string) => componentPrefix + id;
  const { schemas } = z.toJSONSchema(z.globalRegistry, { uri, unrepresentable: 'any', override: simplifyAnswer });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema as JsonSchema]),
  );
}

/** Removes keywords that repeat the format or the range of JSON numbers. */
function simplify({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.format !== undefined || jsonSchema.type === 'integer') delete jsonSchema.pattern;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
}

/** Also allows further keys, which a later version may add. */
function simplifyAnswer(override: Parameters<typeof simplify>[0]): void {
  simplify(override);
  if (override.jsonSchema.additionalProperties === false) delete override.jsonSchema.additionalProperties;
}
