import { type ErrorRequestHandler, type Request, type RequestHandler, Router } from 'express';
import type { PublicRequests } from './capture/requests/public-requests.ts';
import type { createFlags } from './flags/wire.ts';
import { endpointRouter, type Guard } from './http/endpoint-router.ts';
import { sdkRequestKind, splitSdkPath } from './http/sdk-request.ts';
import { isTypedPath } from './http/window.ts';

type Parts = { requests: PublicRequests; flags: Pick<ReturnType<typeof createFlags>, 'remoteConfig' | 'sdkEndpoints'> };

/** Creates the routes of SDKs. A refused request leaves a row, as on the other public endpoints. */
export function sdkRoutes({ requests, flags }: Parts, guard: Guard): Router {
  const logSdkRejections: ErrorRequestHandler = async (error, request, response, next) => {
    response.locals.hasRow = true;
    next(await requests.refuse(request, error, response.locals.projectId ?? undefined));
  };
  return Router().use(
    recordSdkRequests(requests),
    flags.remoteConfig.routes,
    withoutSniffing,
    endpointRouter(flags.sdkEndpoints, guard),
    logSdkRejections,
  );
}

/** Records answered requests; a refused one is recorded with its row. */
const recordSdkRequests =
  (requests: PublicRequests): RequestHandler =>
  (request, response, next) => {
    if (sdkRequestKind(request.path) !== undefined && !isTypedPath(request)) {
      response.once('finish', () => {
        // A router that answers leaves the URL without its mount path.
        request.url = request.originalUrl;
        if (response.statusCode < 400) requests.answered(request, response.statusCode);
      });
    }
    next();
  };

/** Leaves a row of a request by which an SDK missed its endpoint: with a path in its host, or a path that does not exist. */
export const logStrayRequests =
  (requests: PublicRequests): ErrorRequestHandler =>
  async (error, request, response, next) =>
    next(isStray(request) && !response.locals.hasRow ? await requests.refuseStray(request, error) : error);

function isStray({ path, method, headers }: Request): boolean {
  if (splitSdkPath(path) !== undefined || headers['user-agent']?.startsWith('posthog-')) return true;
  const isManagement = path.startsWith('/api/');
  const isRead = method === 'GET' || method === 'HEAD';
  return !isManagement && (!isRead || headers.origin !== undefined);
}

/** Forbids content sniffing: SDKs load these from pages of any origin. */
const withoutSniffing: RequestHandler = (_request, response, next) => {
  response.set('X-Content-Type-Options', 'nosniff');
  next();
};
