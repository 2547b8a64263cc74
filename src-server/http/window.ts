import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import express, { type Express, type RequestHandler } from 'express';
import { notFound, unknownPath } from './error.ts';
import type { OwnAddress } from './guard.ts';

/** What index.html holds in place of the nonce of its styles. */
const noncePlaceholder = 'NONCE_OF_THIS_PAGE';

/**
 * The built window; a path that is no file is a route of the window. A page asked for under another loopback name of this server is led
 * to the announced address before anybody signs in there; browsers keep the fragment, and so the code of a link.
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
    // Each page has a nonce of its own, so none may be kept.
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
