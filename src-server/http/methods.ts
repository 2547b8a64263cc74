import type { RequestHandler, Router } from 'express';
import { methodNotAllowed } from './error.ts';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
export type Handlers = { [M in Method]?: RequestHandler | RequestHandler[] };

const methods: readonly Method[] = ['get', 'post', 'put', 'patch', 'delete'];

/**
 * Registers all methods of one or more paths of a router that answers preflights; any other method answers 405 with `Allow`. `get`
 * serves HEAD. The trailing slash is optional unless the router is `strict`. Register fixed paths before those with parameters.
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
