import { inject } from 'vitest';
import { z } from 'zod';
import { errorBody } from '../core/contract.ts';
import type { ApiDescription } from './api-description.ts';

type SeenAnswer = { method: string; path: string; status: number; body: unknown };

/**
 * Compares JSON answers with the API description, to the last key. Throws where they differ; undescribed ones pass, such as empty
 * answers to SDKs.
 */
function createAnswerCheck({ paths, components }: ApiDescription) {
  const schemas = new Map<object, z.ZodType>();
  // Fixed paths first: "~" sorts after all characters of names.
  const patterns = Object.keys(paths)
    .sort((a, b) => (a.replaceAll('{', '~') < b.replaceAll('{', '~') ? -1 : 1))
    .map((path) => ({ path, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+').replace(/\/$/, '/?')}$`) }));

  function schemaOf(described: object): z.ZodType {
    const known = schemas.get(described) ?? z.fromJSONSchema({ ...described, $defs: components.schemas });
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

/** Compares a JSON answer with the API description, which `api-description.ts` fetched once for all files. */
export function checkAnswer(answer: SeenAnswer): void {
  if (answer.status >= 400) return void errorBody.parse(answer.body);
  check ??= createAnswerCheck(inject('apiDescription'));
  check(answer);
}
