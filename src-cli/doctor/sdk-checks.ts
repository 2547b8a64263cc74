import { connection } from '#server/capture/connection/connection-contract.ts';
import { sdkFolders, sdkPaths } from '#server/http/sdk-paths.ts';
import { project } from '#server/projects/contract.ts';
import { wordCheck } from '../../src-renderer/events/onboarding/connection-words.ts';
import type { ServerOptions } from '../server.ts';
import { type Finding, failed, ok, warning } from './finding.ts';
import { findingsOf } from './server-checks.ts';

/** Checks the answers for an SDK, and what SDKs sent since the start of the server. Sends no event. */
export const sdkFindings = (options: ServerOptions) =>
  findingsOf('sdk', options, async ({ ask, path, url }) => {
    const { api_key: key } = await ask('GET', path, project);
    const target = { url, key: key ?? '' };
    const answers = await browserFindings(target);
    const { checks, requests } = await ask('GET', `${path}connection/`, connection);
    const senders = checks.map((check): Finding => {
      const { tone, title, happened, fix } = wordCheck(check, target);
      return tone === 'ok' || fix === null ? ok('sdk', happened) : warning('sdk', `${title}: ${happened}`, fix);
    });
    if (senders.length > 0) return [...answers, ...senders];
    const fix = `Set the host of your SDK to ${url} and its key to ${target.key}.`;
    const silent =
      requests.length === 0
        ? 'No SDK has made a request since the server started.'
        : 'No SDK has sent an event since the server started.';
    return [...answers, warning('sdk', silent, fix)];
  });

/** Requests what a browser loads before it sends the first event. */
async function browserFindings({ url, key }: { url: string; key: string }): Promise<Finding[]> {
  const [event] = sdkPaths.browserEvents;
  const [configuration, scripts] = sdkFolders;
  // Requests of the server's own page are not listed as SDK requests.
  const origin = { Origin: url };
  const asked: [what: string, path: string, init: RequestInit][] = [
    [
      'the preflight of events',
      event,
      { method: 'OPTIONS', headers: { ...origin, 'Access-Control-Request-Method': 'POST' } },
    ],
    ['the remote configuration', `${configuration}${key}/config`, { headers: origin }],
    ['posthog-js', `${scripts}array.js`, { headers: origin }],
  ];
  const problems = await Promise.all(
    asked.map(async ([what, path, init]) => {
      const { ok: isGood, status, headers } = await fetch(url + path, init);
      if (isGood && headers.has('access-control-allow-origin')) return [];
      const how = isGood ? 'for no other origin' : `with ${status}`;
      return [
        failed(
          'sdk',
          `${url}${path}, ${what}, is answered ${how}.`,
          'Is a proxy in front of the server? Let it forward all paths and headers.',
        ),
      ];
    }),
  );
  const found = problems.flat();
  return found.length > 0
    ? found
    : [ok('sdk', `${url} answers a browser on any page: events, configuration and posthog-js`)];
}
