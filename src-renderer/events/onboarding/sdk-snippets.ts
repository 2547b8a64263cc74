import { htmlSnippet } from './html-snippet.ts';
import { words } from './words.ts';

export type Snippet = {
  id: string;
  name: string;
  install: string | null;
  code: string;
  /** A common first problem. */
  note?: string;
};

/** How each SDK is called and installed. */
export const sdks = {
  js: {
    id: 'posthog-js',
    name: 'posthog-js',
    install: 'npm install posthog-js',
    note: words.snippets.botFilter,
  },
  node: { id: 'posthog-node', name: 'posthog-node', install: 'npm install posthog-node' },
  python: { id: 'python', name: 'Python', install: 'pip install posthog' },
} satisfies Record<string, Omit<Snippet, 'code'>>;

/** Returns how an app of each kind sends to this server: `host` is its origin, `key` the project's. */
export function sdkSnippets(host: string, key: string): Snippet[] {
  return [
    {
      ...sdks.js,
      code: `import posthog from 'posthog-js';

posthog.init('${key}', { api_host: '${host}' });
posthog.capture('signed up', { plan: 'pro' });`,
    },
    {
      id: 'html',
      name: 'HTML',
      install: null,
      code: htmlSnippet(host, key),
      note: words.snippets.botFilter,
    },
    nodeSnippet(host, key),
    curlSnippet(host, key),
    pythonSnippet(host, key),
  ];
}

/** Returns the snippet for Node; `more` follows in the same file. */
export const nodeSnippet = (host: string, key: string, more = ''): Snippet => ({
  ...sdks.node,
  code: `import { PostHog } from 'posthog-node';

const client = new PostHog('${key}', { host: '${host}', flushAt: 1 });
client.capture({ distinctId: 'user-1', event: 'signed up', properties: { plan: 'pro' } });
await client.shutdown();${more}`,
});

export const curlSnippet = (host: string, key: string, ...headers: string[]): Snippet => ({
  id: 'curl',
  name: 'curl',
  install: null,
  code: `curl -X POST '${host}/capture/' \\
${['Content-Type: application/json', ...headers].map((header) => `  -H '${header}' \\\n`).join('')}  --data-raw '{
    "api_key": "${key}",
    "event": "signed up",
    "distinct_id": "user-1",
    "properties": { "plan": "pro" }
  }'`,
});

export const pythonSnippet = (host: string, key: string): Snippet => ({
  ...sdks.python,
  code: `from posthog import Posthog

posthog = Posthog('${key}', host='${host}')
posthog.capture(distinct_id='user-1', event='signed up', properties={'plan': 'pro'})
posthog.shutdown()`,
});
