import type { IncomingMessage } from 'node:http';
import express, { type Express } from 'express';
import type { App } from './app-host.ts';
import type { ServerFacts } from './capture/status.ts';
import type { createCapture } from './capture/wire.ts';
import type { Writer } from './database/writer.ts';
import type { Feature } from './feature.ts';
import type { createFlags } from './flags/wire.ts';
import { schemaEndpoints } from './http/description/schema-endpoints.ts';
import { endpointRouter, type Guard } from './http/endpoint-router.ts';
import { errorHandler, unknownPath } from './http/error.ts';
import { knownHost, ownAddress, securityHeaders } from './http/guard.ts';
import { type PublicEndpoint, publicRouter, splitUrl } from './http/public-endpoint.ts';
import { withOriginForm } from './http/server/target.ts';
import { withTestRunPath } from './http/test-run-path.ts';
import { closeUnread } from './http/unread-answers.ts';
import { isTypedPath, serveWindow } from './http/window.ts';
import { requirePermission } from './projects/permissions.ts';
import type { createProjects } from './projects/wire.ts';
import { logStrayRequests, sdkRoutes } from './sdk-routes.ts';
import { describedInTestRun } from './test-runs/describe.ts';

export type WebOptions = {
  host: string;
  /** More names by which clients reach this server. */
  allowedHosts?: readonly string[] | undefined;
  rendererDir?: string | undefined;
  facts: ServerFacts;
  /** Whether capture runs before Express too; without it every answer is the same, only slower. */
  fastPath: boolean;
  report(error: unknown): void;
};
type Parts = WebOptions & {
  writer: Writer;
  follower: { url: string } | null;
  /** Called when a browser opens a page of the window. */
  opened(): void;
  features: readonly Feature[];
  projects: Pick<ReturnType<typeof createProjects>, 'authenticator'>;
  capture: Pick<ReturnType<typeof createCapture>, 'memory' | 'requests' | 'probes'>;
  flags: Pick<ReturnType<typeof createFlags>, 'remoteConfig' | 'sdkEndpoints'>;
};

type Handle = App['handle'];
type TakerOf = (request: IncomingMessage) => PublicEndpoint['take'] | undefined;

/** Serves the endpoints of all features, and the window. */
export function createHandle(parts: Parts): Handle {
  const { features, rendererDir, fastPath } = parts;
  const publicEndpoints = features.flatMap((feature) => feature.publicEndpoints ?? []);
  const ofSdks = publicRouter(publicEndpoints);
  const takerOf: TakerOf = (request) =>
    rendererDir !== undefined && isTypedPath(request) ? undefined : ofSdks(splitUrl(request.url ?? '')[0])?.take;
  const web = createWeb(parts, publicEndpoints, takerOf);
  // The same handlers of the public POST paths, without the cost of Express.
  const inFront: Handle = (request, response) => (takerOf(request) ?? web)(request, response);
  return withOriginForm(withTestRunPath(fastPath ? inFront : web));
}

function createWeb(parts: Parts, publicEndpoints: readonly PublicEndpoint[], takerOf: TakerOf): Express {
  const { host, allowedHosts, rendererDir, facts, features, capture, flags, report, opened } = parts;
  const guard = guardOf(parts);
  const endpoints = features.flatMap((feature) => feature.endpoints ?? []);
  const forSdks = [...publicEndpoints, ...flags.remoteConfig.described, ...flags.sdkEndpoints];
  const described = [...forSdks.map(describedInTestRun), ...endpoints, ...capture.probes];
  const web = express();
  web.disable('x-powered-by');
  web.disable('etag');
  web.use((request, response, next) => {
    const take = takerOf(request);
    if (take === undefined) next();
    else take(request, response);
  });
  web.use(sdkRoutes({ requests: capture.requests, flags }, guard));
  web.use(securityHeaders(), closeUnread());
  // Probes of other containers use a name that this machine does not know.
  web.use(endpointRouter(capture.probes, guard));
  web.use(knownHost(host, allowedHosts));
  web.use(endpointRouter([...endpoints, ...schemaEndpoints(described, facts.version)], guard));
  web.use('/api', unknownPath);
  if (rendererDir !== undefined) serveWindow(web, rendererDir, ownAddress(facts.url()), opened);
  web.use(unknownPath);
  web.use(logStrayRequests(capture.requests));
  web.use(errorHandler(report));
  return web;
}

const guardOf = ({ projects: { authenticator }, capture, writer, follower }: Parts): Guard => ({
  caller: authenticator.bearer,
  project: authenticator.project,
  requirePermission: (caller, needed) => requirePermission(caller, needed, follower?.url ?? null),
  memory: capture.memory,
  // Changes are written by the handlers themselves, on this thread. Lets what waits be written before them, and a brief lock of
  // another program end: a handler that meets one fails with 503.
  writable: () => writer.run(() => undefined).catch(() => {}),
});
