import { testRunPlaces } from '#server/test-runs/contract.ts';
import { testRunHost } from '../../test-runs/naming-words.ts';
import { type Snippet, sdks } from './sdk-snippets.ts';

const { property, header } = testRunPlaces;

/** Returns how an app of each kind sends to a test run of this server: `host` is its origin, `key` the project's. */
export function testRunSnippets(name: string, host: string, key: string): Snippet[] {
  const runHost = testRunHost(host, name);
  return [
    {
      ...sdks.js,
      code: `import posthog from 'posthog-js';

posthog.init('${key}', {
  api_host: '${runHost}',
  opt_out_useragent_filter: true, // for automated browsers
});
posthog.capture('signed up', { plan: 'pro' });

// Or, with the usual api_host, from here on:
posthog.register({ ${property}: '${name}' });`,
    },
    {
      ...sdks.node,
      code: `import { PostHog } from 'posthog-node';

const client = new PostHog('${key}', { host: '${runHost}', flushAt: 1 });
client.capture({ distinctId: 'user-1', event: 'signed up', properties: { plan: 'pro' } });
await client.shutdown();

// Or, with the usual host, one event:
// properties: { ${property}: '${name}', plan: 'pro' }`,
    },
    {
      ...sdks.python,
      code: `from posthog import Posthog

posthog = Posthog('${key}', host='${runHost}')
posthog.capture(distinct_id='user-1', event='signed up', properties={'plan': 'pro'})
posthog.shutdown()`,
    },
    {
      id: 'curl',
      name: 'curl',
      language: 'any shell',
      install: null,
      code: `curl -X POST '${host}/capture/' \\
  -H 'Content-Type: application/json' \\
  -H '${header}: ${name}' \\
  --data-raw '{
    "api_key": "${key}",
    "event": "signed up",
    "distinct_id": "user-1",
    "properties": { "plan": "pro" }
  }'`,
    },
  ];
}
