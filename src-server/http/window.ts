import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import express, { type Express, type RequestHandler } from 'express';
import { notFound, unknownPath } from './error.ts';

/** What index.html holds in place of the nonce of its styles. */
const noncePlaceholder = 'NONCE_OF_THIS_PAGE';

/** The built window; a path that is no file is a route of the window. */
export function serveWindow(web: Express, directory: string): void {
  const page: RequestHandler = async (request, response, next) => {
    if (!request.accepts('html')) return next();
    const html = await readFile(join(directory, 'index.html'), 'utf8').catch(() => {
      throw notFound('The window is not built: run "npm run build".');
    });
    // Each page has a nonce of its own, so none may be kept.
    response
      .set('Cache-Control', 'no-store')
      .type('html')
      .send(html.replaceAll(noncePlaceholder, response.locals.nonce));
  };
  web.use('/assets', express.static(join(directory, 'assets'), { immutable: true, maxAge: '1y' }), unknownPath);
  web.get('/index.html', page);
  web.use(express.static(directory, { index: false, cacheControl: false }));
  web.get('/{*route}', page);
}
