import { expect, test } from 'vitest';
import { flagSnippets } from './snippet-words.ts';

const address = { host: 'http://127.0.0.1:4000', projectKey: 'phc_key' };
const plain = { key: 'new-checkout', variants: [], hasPayload: false, groupType: null };
const codes = (flag: Parameters<typeof flagSnippets>[0]) =>
  Object.fromEntries(flagSnippets(flag, address).map(({ id, code }) => [id, code]));

test('every snippet has the real address and key and, except curl, the flag', () => {
  for (const { id, code } of flagSnippets(plain, address)) {
    expect(code, id).toContain(address.host);
    expect(code, id).toContain(address.projectKey);
    if (!code.startsWith('curl')) expect(code, id).toContain(`'new-checkout'`);
  }
});

test('a flag without variants becomes an if', () => {
  expect(codes(plain)['posthog-js']).toContain(
    "  const isOn = posthog.isFeatureEnabled('new-checkout');\n  if (isOn) {\n    showNew();\n  }",
  );
  expect(codes(plain).python).toContain('if is_on:\n    show_new()');
});

test('variants become a switch over their keys, with names that the language allows', () => {
  const code = codes({ ...plain, variants: ['control', '2-column', 'a/b.c'] });
  expect(code['posthog-node']).toContain("  case 'control':\n    showControl();\n    break;\n");
  expect(code['posthog-node']).toContain("  case '2-column':\n    showV2Column();\n    break;\n");
  expect(code.react).toContain("    case 'a/b.c':\n      return <ABC />;\n");
  expect(code.python).toContain("elif variant == 'a/b.c':\n    show_a_b_c()");
});

test('a payload is passed on', () => {
  const code = codes({ ...plain, hasPayload: true });
  expect(code['posthog-js']).toContain('showNew(payload);');
  expect(code.react).toContain('<New payload={payload} />');
  expect(code.python).toContain('show_new(payload)');
});

test('a flag of groups passes the group', () => {
  const code = codes({ ...plain, groupType: 'company' });
  expect(code['posthog-js']).toContain("posthog.group('company', 'acme');");
  expect(code['posthog-node']).toContain("groups: { 'company': 'acme' }");
  expect(code.python).toContain("groups={'company': 'acme'}");
  expect(code.flags).toContain('"company": "acme"');
});

test.each(['flags', 'decide'])('the body of the curl for %s is JSON', (id) => {
  const code = codes({ ...plain, groupType: 'the "company"' })[id] ?? '';
  const body = code.slice(code.indexOf("'{") + 1, -1);
  expect(JSON.parse(body)).toEqual({ api_key: 'phc_key', distinct_id: 'user-1', groups: { 'the "company"': 'acme' } });
});
