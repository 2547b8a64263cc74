import { readFile } from 'node:fs/promises';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { z } from 'zod';
import { type JsonObject, jsonObject } from '../../core/contract.ts';
import { type Definition, describe } from '../../http/endpoint.ts';
import { methodNotAllowed, notFound } from '../../http/error.ts';
import { etagOf } from '../../http/etag.ts';
import { preflight, setCors } from '../../http/public-endpoint.ts';
import { sdkFolders, sdkPaths } from '../../http/sdk-paths.ts';
import { type Authenticator, keyOfToken } from '../../projects/authenticate.ts';
import { mainScript, sdkScripts, sdkVersion } from './sdk-scripts.ts';
import { remoteConfig } from './start-config.ts';

type Parts = { authenticator: Pick<Authenticator, 'publicKey'> };

const described = { tag: 'Flag evaluation', access: 'project_key', sdk: true } as const;

/** Empty answers for features Benchtop lacks, so that posthog-js callbacks run; `token` in the query is the project key. */
const emptyAnswers = [
  { paths: sdkPaths.surveys, method: 'get', body: { surveys: [] } },
  { paths: sdkPaths.earlyAccessFeatures, method: 'get', body: { earlyAccessFeatures: [] } },
  { paths: sdkPaths.webExperiments, method: 'get', body: { experiments: [] } },
  { paths: sdkPaths.productTours, method: 'get', body: { product_tours: [] } },
  { paths: sdkPaths.logs, method: 'post', body: {} },
] as const;

/** Describes the routes below for the API docs. */
export const configDefinitions: Definition[] = [
  describe('GET /array/{key}/config/', {
    ...described,
    summary: 'The startup configuration of posthog-js',
    answer: jsonObject,
  }),
  describe('GET /array/{key}/config.js', {
    ...described,
    summary: 'The startup configuration of posthog-js as a script',
    status: 200,
  }),
  describe('GET /array/{key}/array.js', {
    ...described,
    summary: 'posthog-js with its startup configuration',
    status: 200,
  }),
  describe('GET /static/{script}', {
    ...described,
    summary: 'posthog-js, and scripts of features that an app turns on itself; also below a version',
    status: 200,
  }),
  ...emptyAnswers.flatMap(({ paths, method }) =>
    paths.map((path) =>
      describe(`${method === 'get' ? 'GET' : 'POST'} ${path}`, {
        ...described,
        summary: 'An empty answer: Benchtop lacks this feature of SDKs',
        query: z.object({ token: z.string() }),
        answer: jsonObject,
      }),
    ),
  ),
];

/** Returns a script of posthog-js, from the build or from its package. */
const readScript = (name: string) =>
  readFile(
    new URL(
      import.meta.url.endsWith('.ts') ? `../../../node_modules/posthog-js/dist/${name}` : `./posthog-js/${name}`,
      import.meta.url,
    ),
    'utf8',
  );

/** Serves what posthog-js requests from any origin except flags: its scripts, and the remote configuration by project key. */
export function remoteConfigRoutes({ authenticator }: Parts): Router {
  const router = Router();
  router.use([...sdkFolders, ...emptyAnswers.flatMap(({ paths }) => [...paths])], (request, response, next) => {
    setCors(request, response);
    response.vary('Origin').set({
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'X-Content-Type-Options': 'nosniff',
    });
    if (request.method === 'OPTIONS') response.writeHead(204, preflight(request)).end();
    else next();
  });
  const configOf = (key: unknown) => {
    const token = String(key);
    authenticator.publicKey(token, undefined, 'read');
    return { token, ...remoteConfig };
  };
  serve(router, 'get', ['/array/:key/config/'], (request, response) => {
    response.set('Cache-Control', 'no-store').json(configOf(request.params.key));
  });
  serve(router, 'get', ['/array/:key/config.js'], (request, response) => {
    const script = configScript(configOf(request.params.key));
    response.set('Cache-Control', 'no-store').type('text/javascript').send(script);
  });
  serve(router, 'get', ['/array/:key/array.js'], async (request, response) => {
    const config = configScript(configOf(request.params.key));
    sendKept(response, config + (await readScript(mainScript)));
  });
  for (const { paths, method, body } of emptyAnswers) {
    serve(router, method, [...paths], (request, response) => {
      authenticator.publicKey(keyOfToken(request.query.token), undefined, 'read');
      response.set('Cache-Control', 'no-store').json(body);
    });
  }
  serve(router, 'get', ['/static/:name', '/static/:version/:name'], async (request, response) => {
    const script = sdkScripts.find((each) => each === request.params.name);
    if (script === undefined) throw noSuchScript(request);
    sendKept(response, await readScript(script));
  });
  router.use([...sdkFolders], (request) => {
    throw noSuchScript(request);
  });
  return router;
}

/** Serves paths with one method; others answer 405 with `Allow`, and the router answers preflights. */
function serve(router: Router, method: 'get' | 'post', paths: string[], handler: RequestHandler): void {
  const allowed = method === 'get' ? 'GET, HEAD, OPTIONS' : 'POST, OPTIONS';
  router
    .route(paths)
    [method](handler)
    .all((request) => {
      throw methodNotAllowed(request.method, allowed);
    });
}

const noSuchScript = ({ originalUrl }: Request) =>
  notFound(
    `Benchtop does not serve ${originalUrl.split('?')[0]}. It serves array.js of posthog-js ${sdkVersion}, and its scripts of ` +
      'features that an app turns on itself. The remote configuration turns off all other features.',
  );

/** Sends a script with an ETag of its content, to be revalidated each time: packages date all files alike. */
function sendKept(response: Response, script: string): void {
  response
    .set({ ETag: etagOf(script), 'Cache-Control': 'no-cache' })
    .type('text/javascript')
    .send(script);
}

/** Returns the remote configuration as a script, where posthog-js looks for it. */
function configScript(config: JsonObject & { token: string }): string {
  // In a script, "<" could end it.
  const json = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');
  return (
    `(function(){var all=window._POSTHOG_REMOTE_CONFIG=window._POSTHOG_REMOTE_CONFIG||{};` +
    `all[${json(config.token)}]={config:${json(config)},siteApps:[]};})();\n`
  );
}
