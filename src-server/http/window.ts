import { join } from 'node:path';
import express, { type Express } from 'express';
import { notFound, unknownPath } from './error.ts';

/** The built window; a path that is no file is a route of the window. */
export function serveWindow(web: Express, directory: string): void {
  web.use('/assets', express.static(join(directory, 'assets'), { immutable: true, maxAge: '1y' }), unknownPath);
  web.use(express.static(directory, { index: false, cacheControl: false }));
  web.get('/{*route}', (request, response, next) => {
    if (!request.accepts('html')) return next();
    response
      .set('Cache-Control', 'no-cache')
      .sendFile('index.html', { root: directory, cacheControl: false }, (error) => {
        if (error !== undefined && !response.headersSent)
          next(notFound('The window is not built: run "npm run build".'));
      });
  });
}
