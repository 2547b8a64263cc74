import { Ajv, type ErrorObject, MissingRefError, type Options, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { BoundedCache, bytesOfText } from '../core/bounded-cache.ts';
import type { JsonObject } from '../core/contract.ts';
import { type JsonType, jsonTypeOf } from '../core/json/json-type-contract.ts';
import { lazy } from '../core/lazy.ts';
import { compileRegex, InvalidFilterError, shownValue } from './compile-value.ts';
import type { SchemaType } from './schema-type-contract.ts';
import { knownWanted, wantedBy, wantedTypes } from './schema-words.ts';

/** A schema that cannot be used. `path`: of the part at fault, below the schema. */
export class InvalidSchemaError extends Error {
  readonly path: string[];

  constructor(message: string, path: string[] = []) {
    super(message);
    this.path = path;
  }
}

/**
 * A problem of a value. `path`: names below the value; `got`: null for nothing. `types`: those that the schema has, and that of
 * the value.
 */
export type SchemaProblem = { path: string[]; wanted: string; got: string | null } & (
  | { kind: 'missing' | 'unknown' | 'value'; types?: undefined }
  | { kind: 'type'; types: { wanted: SchemaType[]; got: JsonType } }
);
export type SchemaTest = { test(value: JsonObject): boolean; problems(value: JsonObject): SchemaProblem[] };

/** Compiles a schema, each once. Throws InvalidSchemaError. */
export type SchemaOf = (schema: JsonObject) => SchemaTest;

/** Characters of JSON of a schema. */
const maxSchemaText = 64 * 1024;
const maxProblems = 20;
const cachedSchemas = { entries: 1000, bytes: 16 * 1024 * 1024, bytesOf: bytesOfText };

/** The drafts of JSON Schema by the value of `$schema`; the first is the default. */
const drafts = [
  { uri: 'https://json-schema.org/draft/2020-12/schema', name: '2020-12', Validator: Ajv2020 },
  { uri: 'http://json-schema.org/draft-07/schema', name: 'draft-07', Validator: Ajv },
] as const;

/** Patterns are RE2, as everywhere: linear time. A schema caches them by their text. */
const regExp = Object.assign((pattern: string) => ({ test: compileRegex(pattern), toString: () => pattern }), {
  code: 'new RegExp',
});
const options: Options = {
  // Unknown keywords are refused, as most are typos; the other strict rules refuse valid schemas.
  strictSchema: true,
  strictNumbers: true,
  strictTypes: false,
  strictTuples: false,
  strictRequired: false,
  verbose: true,
  code: { regExp },
};

/** Compiles JSON Schemas. Nothing is ever fetched: a `$ref` must be within the schema. */
export function createSchemas(): SchemaOf {
  const known = new BoundedCache<string, SchemaTest>(cachedSchemas);
  const validators = new Map<string, Ajv>();
  const validatorOf = ({ name, Validator }: (typeof drafts)[number], allErrors: boolean): Ajv => {
    const key = `${name} ${allErrors}`;
    const validator =
      validators.get(key) ?? formats.default(new Validator({ ...options, allErrors }), { mode: 'fast' });
    validators.set(key, validator);
    return validator;
  };
  return (given) => {
    const schema = withNumbers(given);
    const text = JSON.stringify(schema);
    const found = known.get(text);
    if (found !== undefined) return found;
    if (text.length > maxSchemaText)
      throw new InvalidSchemaError(`must be at most ${maxSchemaText} characters of JSON; got ${text.length}`);
    const draft = draftOf(schema);
    const first = compile(validatorOf(draft, false), schema);
    const all = lazy(() => compile(validatorOf(draft, true), schema));
    const test: SchemaTest = {
      test: (value) => isValid(first, withNumbers(value)) === true,
      problems: (value) => problemsOf(all(), value),
    };
    known.set(text, test);
    return test;
  };
}

function draftOf({ $schema: uri }: JsonObject): (typeof drafts)[number] {
  if (uri === undefined) return drafts[0];
  const bare = typeof uri === 'string' ? uri.replace(/#$/, '') : uri;
  const draft = drafts.find((each) => each.uri === bare);
  if (draft !== undefined) return draft;
  const known = drafts.map((each) => `"${each.uri}"`).join(' or ');
  throw new InvalidSchemaError(`must be ${known}; got ${shownValue(uri)}`, ['$schema']);
}

function compile(ajv: Ajv, schema: JsonObject): ValidateFunction {
  requireValid(ajv, schema);
  try {
    return ajv.compile(schema);
  } catch (error) {
    throw new InvalidSchemaError(reasonOf(error));
  } finally {
    // Another schema may have the same `$id`, and must not find this one.
    ajv.removeSchema(schema);
  }
}

/** Throws if a schema violates its draft. */
function requireValid(ajv: Ajv, schema: JsonObject): void {
  if (ajv.validateSchema(schema) === true) return;
  // The deepest error is the cause; others come from enclosing branches.
  const [first] = (ajv.errors ?? []).toSorted((one, other) => depthOf(other) - depthOf(one));
  if (first === undefined) throw new InvalidSchemaError('is not a JSON Schema');
  // A draft has few of them.
  const choices: unknown[] | undefined = first.params.allowedValues;
  const wanted = choices === undefined ? knownWanted(first) : `one of ${choices.join(', ')}`;
  const rule = wanted === undefined ? first.message : `must be ${wanted}`;
  throw new InvalidSchemaError(`${rule}; got ${shownValue(first.data)}`, namesOf(first.instancePath));
}

const depthOf = ({ instancePath }: ErrorObject) => namesOf(instancePath).length;

function reasonOf(error: unknown): string {
  if (error instanceof MissingRefError)
    return `must have each \`$ref\` within it, as nothing is fetched; got ${shownValue(error.missingRef)}`;
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof InvalidFilterError)
    return `must have patterns of RE2; got one that is not. ${message.replace(/\.$/, '')}`;
  const [, keyword] = /unknown keyword: "(.*)"$/s.exec(message) ?? [];
  if (keyword !== undefined) return `must have only keywords of JSON Schema; got "${keyword}"`;
  return `must be a JSON Schema that can be used; got ${message.replace(/^strict mode: /, '')}`;
}

/** Tests a value; null for a schema that refers to itself without end, which overflows the stack. */
function isValid(validate: ValidateFunction, value: unknown): boolean | null {
  try {
    return validate(value) === true;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Rounds integers that a number cannot hold: Ajv takes a bigint for no number. */
const withNumbers = <Value>(value: Value): Value => (hasBigint(value) ? JSON.parse(JSON.stringify(value)) : value);

/** Runs for each event of a locked name: a loop over the keys takes half the time of one over a list of the values. */
function hasBigint(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint';
  for (const key in value) if (hasBigint(value[key as keyof typeof value])) return true;
  return false;
}

function problemsOf(validate: ValidateFunction, value: unknown): SchemaProblem[] {
  const isRight = isValid(validate, withNumbers(value));
  if (isRight === true) return [];
  if (isRight === null)
    return [{ kind: 'value', path: [], wanted: 'a schema that ends: it refers to itself', got: null }];
  const errors = validate.errors ?? [];
  // An error within one of these is none of the value, and "if" repeats the errors of "then" or "else".
  const whole = errors.filter(({ keyword }) => ['anyOf', 'oneOf', 'contains', 'propertyNames'].includes(keyword));
  return errors
    .filter((error) => error.keyword !== 'if' && !whole.some((outer) => isWithin(error, outer)))
    .slice(0, maxProblems)
    .map((error) => problemOf(typesOfUnion(error, errors) ?? error, value));
}

function isWithin({ schemaPath, instancePath }: ErrorObject, outer: ErrorObject): boolean {
  const schemas = [outer.schema].flat() as { $ref?: string }[];
  const paths = [outer.schemaPath, ...schemas.flatMap(({ $ref }) => $ref ?? [])];
  return instancePath.startsWith(outer.instancePath) && paths.some((path) => schemaPath.startsWith(`${path}/`));
}

/** Returns the error of a union of which each schema has another type: that of all types. */
function typesOfUnion(union: ErrorObject, errors: readonly ErrorObject[]): ErrorObject | undefined {
  if (union.keyword !== 'anyOf') return undefined;
  const within = errors.filter((error) => error !== union && isWithin(error, union));
  const isType = ({ keyword, instancePath }: ErrorObject) => keyword === 'type' && instancePath === union.instancePath;
  if (within.length === 0 || !within.every(isType)) return undefined;
  return { ...union, keyword: 'type', params: { type: within.flatMap(wantedTypes) } };
}

function problemOf(error: ErrorObject, value: unknown): SchemaProblem {
  const path = namesOf(error.instancePath);
  const data = path.reduce<unknown>((within, name) => Object(within)[name], value);
  const { missingProperty, additionalProperty, unevaluatedProperty, propertyName } = error.params;
  if (missingProperty !== undefined) {
    return { kind: 'missing', path: [...path, missingProperty], wanted: 'present', got: null };
  }
  const extra = additionalProperty ?? unevaluatedProperty;
  if (extra !== undefined) {
    return { kind: 'unknown', path: [...path, extra], wanted: 'absent', got: shownValue(Object(data)[extra]) };
  }
  if (error.keyword === 'false schema' && path.length > 0) {
    return { kind: 'unknown', path, wanted: 'absent', got: shownValue(data) };
  }
  if (error.keyword === 'propertyNames') {
    return { kind: 'value', path: [...path, propertyName], wanted: wantedBy(error), got: shownValue(propertyName) };
  }
  const problem = { path, wanted: wantedBy(error), got: shownValue(data) };
  if (error.keyword !== 'type') return { kind: 'value', ...problem };
  return { kind: 'type', ...problem, types: { wanted: wantedTypes(error), got: jsonTypeOf(data) } };
}

const namesOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
