import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import express, { type Express, type RequestHandler } from 'express';
import { notFound, unknownPath } from './error.ts';
import type { OwnAddress } from './guard.ts';
import { splitUrl } from './public-endpoint.ts';
import { splitSdkPath } from './sdk-request.ts';
import { windowPaths } from './window-contract.ts';

/** The placeholder for the style nonce in index.html. */
const noncePlaceholder = 'NONCE_OF_THIS_PAGE';

/** SDK paths that people type to open a page. */
const typedPaths: ReadonlyMap<string, (typeof windowPaths)[number]> = new Map([['/flags', '/feature-flags']]);

/** Reports whether a browser opened an SDK's path as a page. */
export function isTypedPath({ method, headers, url = '' }: IncomingMessage): boolean {
  return method === 'GET' && namesHtml(headers.accept) && typedPaths.has(splitUrl(url)[0].replace(/\/$/, ''));
}

/** Reports whether a browser asks for a page: programs send `*\/*`. */
const namesHtml = (accept = '') => /(?:^|,)\s*text\/html\s*(?:[;,]|$)/i.test(accept);

/**
 * Serves the built window, its pages only to requests whose `Accept` names HTML. Redirects pages requested under another loopback
 * name to the announced address before sign-in; browsers keep the fragment, which holds the code of a link. Calls `opened`
 * before each page.
 */
export function serveWindow(web: Express, directory: string, address: OwnAddress, opened: () => void): void {
  const page: RequestHandler = async (request, response, next) => {
    if (!namesHtml(request.headers.accept)) return next();
    if (address.isAlias(URL.parse(`http://${request.headers.host}`)?.origin ?? '')) {
      return void response
        .set('Location', address.origin + request.originalUrl)
        .status(307)
        .end();
    }
    opened();
    const html = await readFile(join(directory, 'index.html'), 'utf8').catch(() => {
      throw notFound('The window is not built: run "npm run build".');
    });
    // Not cached: each page has its own nonce.
    response
      .set('Cache-Control', 'no-store')
      .type('html')
      .send(html.replaceAll(noncePlaceholder, response.locals.nonce));
  };
  web.use(
    '/assets',
    express.static(join(directory, 'assets'), { immutable: true, maxAge: '1y', redirect: false }),
    unknownPath,
  );
  web.get('/index.html', page);
  // For pages that name no icon, such as /api/docs/.
  web.get('/favicon.ico', (_request, response) => response.redirect(307, '/mark.svg'));
  web.use(express.static(directory, { index: false, cacheControl: false, redirect: false }));
  for (const [typed, path] of typedPaths) {
    web.get(typed, (request, response) => {
      const [, query] = splitUrl(request.originalUrl);
      response.redirect(307, query === '' ? path : `${path}?${query}`);
    });
  }
  web.get(
    windowPaths.map((path) => path.replace('$', ':')),
    page,
  );
  // The window shows "Page not found", unless the path names a file or an SDK endpoint.
  web.get('/{*path}', (request, response, next) => {
    if (request.path.includes('.') || splitSdkPath(request.path) !== undefined) return next();
    response.status(404);
    return page(request, response, next);
  });
}
