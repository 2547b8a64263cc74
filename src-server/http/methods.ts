import type { RequestHandler, Router } from 'express';
import { methodNotAllowed } from './error.ts';

const methods = ['get', 'post'] as const;
type Handlers = { [Method in (typeof methods)[number]]?: RequestHandler };

/**
 * Registers all methods of one or more paths of a router that answers preflights; any other method answers 405 with `Allow`. `get`
 * serves HEAD. Register fixed paths before those with parameters.
 */
export function resource(router: Router, path: string | string[], handlers: Handlers): void {
  const route = router.route(path);
  const allowed: string[] = [];
  for (const method of methods) {
    const handler = handlers[method];
    if (handler === undefined) continue;
    route[method](handler);
    allowed.push(method.toUpperCase());
    if (method === 'get') allowed.push('HEAD');
  }
  route.all((request) => {
    throw methodNotAllowed(request.method, [...allowed, 'OPTIONS'].join(', '));
  });
}
