import type { EventCheck, EventObserver } from './capture/ingest.ts';
import type { RemovalObserver } from './events/remove-run.ts';
import type { NeededSince } from './events/retention/old-events.ts';
import type { Endpoint } from './http/endpoint.ts';
import type { PublicEndpoint } from './http/public-endpoint.ts';
import type { TakenObserver } from './projects/definitions/definition-table.ts';
import type { Remover } from './test-runs/removal.ts';

/** What a feature contributes to the server, beside what it offers to the features after it. */
export type Feature = {
  endpoints?: readonly Endpoint[];
  publicEndpoints?: readonly PublicEndpoint[];
  /** Observe stored events, and their deletion. */
  observers?: readonly (EventObserver & RemovalObserver)[];
  check?: EventCheck;
  /** Delete its rows of deleted test runs. */
  removers?: readonly Remover[];
  /** What needs old events of a project the longest, which are not deleted then. */
  neededSince?: NeededSince;
  definitionsTaken?: TakenObserver;
  /** Begins the work in the background. */
  start?(): void;
  /** Ends the work in the background, and writes what waits in memory. */
  close?(): Promise<unknown>;
};
