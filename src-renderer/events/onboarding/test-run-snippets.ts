import { testRunPlaces } from '#server/test-runs/contract.ts';
import { testRunHost } from '../../test-runs/naming-words.ts';
import { curlSnippet, nodeSnippet, pythonSnippet, type Snippet, sdks } from './sdk-snippets.ts';

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
    nodeSnippet(
      runHost,
      key,
      `

// Or, with the usual host, one event:
// properties: { ${property}: '${name}', plan: 'pro' }`,
    ),
    pythonSnippet(runHost, key),
    curlSnippet(host, key, `${header}: ${name}`),
  ];
}
