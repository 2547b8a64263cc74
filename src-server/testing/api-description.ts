import type { TestProject } from 'vitest/node';
import type { z } from 'zod';
import { createServerProcesses } from './process.ts';

type Schema = Exclude<Parameters<typeof z.fromJSONSchema>[0], boolean>;
type Answers = Record<string, { content?: { 'application/json': { schema: Schema } } }>;
/** The parts of the OpenAPI document that answers are compared with. */
export type ApiDescription = {
  paths: Record<string, Record<string, { responses: Answers }>>;
  components: { schemas: Record<string, Schema> };
};

declare module 'vitest' {
  interface ProvidedContext {
    apiDescription: ApiDescription;
  }
}

/** Fetches the API description of a server once a run, because making it costs each test file a third of a second. */
export async function setup(project: TestProject): Promise<void> {
  project.onTestsRerun(() => provide(project));
  await provide(project);
}

async function provide(project: TestProject): Promise<void> {
  const processes = createServerProcesses('description');
  const { url } = await processes.spawn().listening();
  const text = await (await fetch(`${url}/api/schema/`)).text();
  await processes.close();
  project.provide('apiDescription', JSON.parse(text.replaceAll('"#/components/schemas/', '"#/$defs/'), closed));
}

/** Closes an object of a schema: it has no more keys than are described. */
function closed(_key: string, value: unknown): unknown {
  const isObject = typeof value === 'object' && value !== null && 'type' in value && value.type === 'object';
  return isObject && 'properties' in value ? { additionalProperties: false, ...value } : value;
}
