import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import express, { type Express, type RequestHandler } from 'express';
import { notFound, unknownPath } from './error.ts';
import type { OwnAddress } from './guard.ts';

/** The placeholder for the style nonce in index.html. */
const noncePlaceholder = 'NONCE_OF_THIS_PAGE';

/**
 * Serves the built window; unknown paths are routes of the window. Redirects pages requested under another loopback name to the
 * announced address before sign-in; browsers keep the fragment, which holds the code of a link.
 */
export function serveWindow(web: Express, directory: string, address: OwnAddress): void {
  const page: RequestHandler = async (request, response, next) => {
    if (!request.accepts('html')) return next();
    if (address.isAlias(URL.parse(`http://${request.headers.host}`)?.origin ?? '')) {
      return void response
        .set('Location', address.origin + request.originalUrl)
        .status(307)
        .end();
    }
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
  web.use(express.static(directory, { index: false, cacheControl: false, redirect: false }));
  web.get('/{*route}', page);
}
