import type { JsonObject } from '../../core/contract.ts';
import { Turns } from '../../core/turns.ts';
import { changing, type Endpoint, endpointsOf } from '../../http/endpoint.ts';
import { orNotFound, tooMany } from '../../http/error.ts';
import type { SchemaOf } from '../../properties/json-schema.ts';
import { validateSchema } from '../../properties/validate-schema.ts';
import { lockInput, maxLocks, planDocument, planEventQuery, planLock } from '../contract.ts';
import type { TrackingPlanQueries } from '../queries.ts';
import type { LockStore } from './lock-store.ts';

export type LockParts = {
  locks: LockStore;
  queries: TrackingPlanQueries;
  schemaOf: SchemaOf;
  /** Writes the counts so far. */
  flush(): Promise<void>;
};

/** An endpoint of the tracking plan, and the path of all of them. */
export const planEndpoint = endpointsOf({ tag: 'Tracking plan', changeAccess: 'edit_definitions' });
export const planPath = '/api/projects/{project_id}/tracking_plan/';
const example = {
  type: 'object',
  properties: { plan: { type: 'string', enum: ['free', 'pro'] }, total: { type: 'number' } },
  required: ['total'],
};

export const lockEndpoints = (parts: LockParts): Endpoint[] => [...itemEndpoints(parts), ...documentEndpoints(parts)];

const itemEndpoints = ({ locks, queries, schemaOf, flush }: LockParts): Endpoint[] => {
  const ofTraffic = async (projectId: number, event: string, build: string | undefined): Promise<JsonObject> => {
    await flush();
    if (build !== undefined) {
      const schema = await queries.buildSchema({ projectId, event, build });
      return orNotFound(schema, `No event "${event}" of the build "${build}" is stored.`);
    }
    const read = await queries.event({ projectId, event });
    return orNotFound(
      read?.events ? read.suggested_schema : undefined,
      `No event "${event}" is stored. Send a schema.`,
    );
  };
  return [
    planEndpoint(
      `PUT ${planPath}lock/`,
      {
        summary: 'Set the schema of an event, by default that of its stored events; violations are warnings',
        keepsIntegers: true,
        ...changing(lockInput, planLock, { event: 'checkout', schema: example }),
      },
      async ({ projectId, body: { event, schema: sent, build } }) => {
        if (sent !== undefined) validateSchema(sent, schemaOf, ['schema']);
        const schema = sent ?? (await ofTraffic(projectId, event, build));
        if (locks.lock(projectId, event) === undefined && locks.count(projectId) >= maxLocks)
          throw tooMany(maxLocks, 'schemas of events', 'Remove some.');
        return locks.set(projectId, event, schema);
      },
    ),
    planEndpoint(
      `DELETE ${planPath}lock/`,
      { summary: 'Remove the schema of an event', query: planEventQuery, example: { event: 'checkout' } },
      ({ projectId, query: { event } }) => {
        orNotFound(locks.lock(projectId, event), `The event "${event}" has no schema.`);
        locks.remove(projectId, event);
      },
    ),
  ];
};

const documentEndpoints = ({ locks, schemaOf }: LockParts): Endpoint[] => [
  planEndpoint(
    `GET ${planPath}document/`,
    { summary: 'Export all schemas as one document, with keys in a stable order', answer: planDocument },
    ({ projectId }) => {
      const events = Object.fromEntries(locks.locks(projectId).map(({ event, schema }) => [event, schema]));
      return { version: 1 as const, events };
    },
  ),
  planEndpoint(
    `PUT ${planPath}document/`,
    {
      summary: 'Import all schemas; events without a schema in the document are unlocked',
      keepsIntegers: true,
      ...changing(planDocument, planDocument, { version: 1, events: { checkout: example } }),
    },
    async ({ projectId, body }) => {
      const turns = new Turns();
      for (const [event, schema] of Object.entries(body.events)) {
        // Compilation takes milliseconds.
        await turns.next();
        validateSchema(schema, schemaOf, ['events', event]);
      }
      locks.replace(projectId, body);
      return body;
    },
  ),
];
