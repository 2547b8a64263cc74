import { Router } from 'express';
import type { JsonObject } from '../http/contract.ts';
import { notFound } from '../http/error.ts';
import { resource } from '../http/methods.ts';
import { preflight, setCors } from '../http/public.ts';
import type { Authenticator } from '../projects/authenticate.ts';

type Parts = { authenticator: Pick<Authenticator, 'publicKey'> };

/**
 * What posthog-js asks for before it starts: everything that Benchtop has no use for is off, so that it loads no more scripts.
 * It has feature flags even where none is defined: else it would not ask, nor tell which ones the app wants. Nothing is said of
 * surveys, as even for `false` it loads the script that would show them.
 */
export const remoteConfig: JsonObject = {
  supportedCompression: ['gzip', 'lz64'],
  hasFeatureFlags: true,
  autocapture_opt_out: false,
  capturePerformance: false,
  captureDeadClicks: false,
  autocaptureExceptions: false,
  errorTracking: { autocaptureExceptions: false, suppressionRules: [] },
  analytics: { endpoint: '/i/v0/e/' },
  elementsChainAsString: true,
  sessionRecording: false,
  heatmaps: false,
  productTours: false,
  conversations: false,
  logs: { captureConsoleLogs: false },
  defaultIdentifiedOnly: true,
  siteApps: [],
  isAuthenticated: false,
  toolbarParams: {},
};

/** `GET /array/{key}/config` and its script form, on the root; any origin may read them. */
export function remoteConfigRoutes({ authenticator }: Parts): Router {
  const router = Router();
  router.use(['/array/', '/static/'], (request, response, next) => {
    setCors(request, response);
    // A page of any origin loads these as scripts.
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    if (request.method === 'OPTIONS') response.writeHead(204, preflight(request)).end();
    else next();
  });
  const configOf = (key: unknown) => {
    const token = String(key);
    authenticator.publicKey(token, undefined);
    return { token, ...remoteConfig };
  };
  resource(router, '/array/:key/config/', {
    get(request, response) {
      response.set('Cache-Control', 'no-store').json(configOf(request.params.key));
    },
  });
  resource(router, '/array/:key/config.js', {
    get(request, response) {
      const config = configOf(request.params.key);
      // In a script a "<" could end it, though JSON may hold one.
      const json = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');
      response
        .set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' })
        .type('text/javascript')
        .send(
          `(function(){var all=window._POSTHOG_REMOTE_CONFIG=window._POSTHOG_REMOTE_CONFIG||{};` +
            `all[${json(config.token)}]={config:${json(config)},siteApps:[]};})();\n`,
        );
    },
  });
  // Scripts that posthog-js would load for what Benchtop does not do; the window's page would be no answer to it.
  router.use('/static/', (request) => {
    throw notFound(
      `Benchtop has no ${request.originalUrl.split('?')[0]}: what it is for is turned off in the remote configuration.`,
    );
  });
  return router;
}
