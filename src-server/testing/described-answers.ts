import { z } from 'zod';
import { errorBody } from '../core/contract.ts';
import type { JsonSchema, OpenApiDocument } from '../http/openapi.ts';

type SeenAnswer = { method: string; path: string; status: number; body: unknown };

/**
 * Holds JSON answers against what the API description says of them, to the last key. Throws where they differ; what is not
 * described passes, such as empty answers to SDKs.
 */
function createAnswerCheck({ paths, components }: OpenApiDocument) {
  const schemas = new Map<JsonSchema, z.ZodType>();
  // Fixed paths first: "~" sorts after all that names consist of.
  const patterns = Object.keys(paths)
    .sort((a, b) => (a.replaceAll('{', '~') < b.replaceAll('{', '~') ? -1 : 1))
    .map((path) => ({ path, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+').replace(/\/$/, '/?')}$`) }));

  function schemaOf(described: JsonSchema): z.ZodType {
    const known = schemas.get(described) ?? z.fromJSONSchema(closed({ ...described, $defs: components.schemas }));
    schemas.set(described, known);
    return known;
  }

  return ({ method, path, status, body }: SeenAnswer): void => {
    const [bare = ''] = path.split('?');
    const found = patterns.find(({ pattern }) => pattern.test(bare));
    const operation = paths[found?.path ?? '']?.[method.toLowerCase()];
    const described = operation?.responses[status]?.content?.['application/json'].schema;
    if (operation !== undefined && described === undefined) {
      throw new Error(`${method} ${path} answers ${status} with a body that the API description does not have.`);
    }
    const problems = described === undefined ? undefined : schemaOf(described).safeParse(body).error;
    if (problems !== undefined) {
      throw new Error(`${method} ${path} is not what the API description says:\n${z.prettifyError(problems)}`);
    }
  };
}

let check: ReturnType<typeof createAnswerCheck> | undefined;

/** Holds a JSON answer against the API description of the server at `url`; all servers of a test file have the same. */
export async function checkAnswer(url: string, answer: SeenAnswer): Promise<void> {
  if (answer.status >= 400) return void errorBody.parse(answer.body);
  check ??= createAnswerCheck((await (await fetch(`${url}/api/schema/`)).json()) as OpenApiDocument);
  check(answer);
}

/** The same, with objects that have no more keys than are described. */
function closed(schema: object): Parameters<typeof z.fromJSONSchema>[0] {
  const text = JSON.stringify(schema).replaceAll('"#/components/schemas/', '"#/$defs/');
  return JSON.parse(text, (_key, value) =>
    typeof value === 'object' && value !== null && value.type === 'object' && 'properties' in value
      ? { additionalProperties: false, ...value }
      : value,
  );
}
