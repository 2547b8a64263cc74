import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { flagSnippets } from '../src-renderer/flags/snippets/snippet-words.ts';

const plain = { key: 'new-checkout', variants: [], hasPayload: false, groupType: null };
const flags = [plain, { ...plain, variants: ['control'], groupType: 'company' }, { ...plain, hasPayload: true }];
const snippets = flags.flatMap((flag) => flagSnippets(flag, { host: 'http://127.0.0.1:8010', projectKey: 'phc_key' }));

const versions: [sdk: string, files: string[], without: string[]][] = [
  ['posthog-js', ['posthog-js/dist/module.js'], []],
  ['posthog-js', ['posthog-js-1-57/dist/module.js'], []],
  ['react', ['posthog-js/dist/module.js', 'posthog-js/react/dist/esm/index.js'], []],
  ['react', ['posthog-js-1-57/dist/module.js', 'posthog-js-1-57/react/dist/esm/index.js'], []],
  ['posthog-node', ['posthog-node/dist/client.js'], []],
  // Does not support payloads.
  ['posthog-node', ['posthog-node-2/lib/index.cjs.js'], ['getFeatureFlagPayload']],
];
test.each(versions)('the snippets of %s call only what %j has', (sdk, files, without) => {
  const code = snippets.filter(({ id }) => id.startsWith(sdk)).map((snippet) => snippet.code);
  const calls = new Set(code.join('\n').match(/(?<=(?:posthog|client)\.)\w+(?=\()|\buse\w+/g));
  expect(calls.size).toBeGreaterThan(2);
  const source = files.map((file) => readFileSync(join(import.meta.dirname, '../node_modules', file), 'utf8')).join('');
  expect([...calls].filter((call) => !source.includes(call))).toEqual(without);
});
