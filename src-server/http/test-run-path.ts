import type { IncomingMessage } from 'node:http';
import { splitUrl } from './public-endpoint.ts';
import { sdkRequestKind } from './sdk-request.ts';
import type { Handle } from './server/in-turn.ts';

const removed = Symbol('removed prefix');
type Message = IncomingMessage & { [removed]?: string };

export const testRunPath = '/test-run/{name}';
const prefixPattern = new RegExp(`^(${testRunPath.replace('{name}', '[^/?]*')})/+`);

/** Removes `/test-run/{name}` from the front of an SDK's path, for clients that can only change their host. */
export function withTestRunPath(handle: Handle): Handle {
  return (request, response) => {
    removeTestRunPath(request);
    return handle(request, response);
  };
}

export function removeTestRunPath(request: Message): void {
  const { url = '' } = request;
  const [whole, prefix] = prefixPattern.exec(url) ?? [];
  if (whole === undefined || prefix === undefined) return;
  const rest = `/${url.slice(whole.length)}`;
  if (sdkRequestKind(splitUrl(rest)[0]) === undefined) return;
  request.url = rest;
  request[removed] = prefix;
}

/** Returns the removed prefix of a request's path; `''` for none. */
export const testRunPrefix = (request: Message): string => request[removed] ?? '';

/** Returns the name in the path of a request as it was sent; undefined without one. */
export function testRunInPath(request: Message): string | undefined {
  const segment = request[removed]?.split('/').at(-1);
  if (segment === undefined) return undefined;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
