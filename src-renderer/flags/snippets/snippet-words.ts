import { asCurl } from '../../events/detail/copy-as.ts';
import { jsonPost } from '../../events/detail/outgoing.ts';
import { type Snippet, sdks } from '../../events/onboarding/sdk-snippets.ts';
import { capitalized } from '../../ui/format.ts';

/** The parts of a flag that the code depends on. `groupType` is null for a flag of persons. */
export type SnippetFlag = { key: string; variants: readonly string[]; hasPayload: boolean; groupType: string | null };
export const snippetWords = { title: 'Use the flag in your app' };

type Address = { host: string; projectKey: string };

/** Returns the code that requests the flag from this server, for each SDK, with calls that old and new versions of it have. */
export function flagSnippets(flag: SnippetFlag, address: Address): Snippet[] {
  return [
    browserSnippet(flag, address),
    reactSnippet(flag, address),
    nodeSnippet(flag, address),
    localSnippet(flag, address),
    pythonSnippet(flag, address),
    curlSnippet('flags', 'curl /flags/', '/flags/?v=2', flag, address),
    curlSnippet('decide', 'curl /decide/', '/decide/?v=2', flag, address),
  ];
}

function browserSnippet(flag: SnippetFlag, { host, projectKey }: Address): Snippet {
  const group = flag.groupType === null ? '' : `posthog.group(${quote(flag.groupType)}, 'acme');\n`;
  return {
    ...sdks.js,
    code: `import posthog from 'posthog-js';

posthog.init('${projectKey}', { api_host: '${host}' });
${group}
posthog.onFeatureFlags(() => {
${indent(questions(flag, 'posthog', quote(flag.key)))}
${indent(branch(flag))}
});`,
  };
}

function reactSnippet(flag: SnippetFlag, { host, projectKey }: Address): Snippet {
  const group = flag.groupType === null ? '' : `posthog.group(${quote(flag.groupType)}, 'acme');\n`;
  const hasVariants = flag.variants.length > 0;
  const hook = hasVariants ? 'useFeatureFlagVariantKey' : 'useFeatureFlagEnabled';
  const payload = flag.hasPayload ? ' payload={payload}' : '';
  const usePayload = flag.hasPayload ? `\n  const payload = useFeatureFlagPayload(${quote(flag.key)});` : '';
  const cases = flag.variants.map(
    (key) => `    case ${quote(key)}:\n      return <${componentName(key)}${payload} />;\n`,
  );
  const body = hasVariants
    ? `  switch (variant) {\n${cases.join('')}    default:\n      return <Current />;\n  }`
    : `  return isOn ? <New${payload} /> : <Current />;`;
  return {
    ...sdks.js,
    id: 'react',
    name: 'React',
    code: `import posthog from 'posthog-js';
import { PostHogProvider, ${hook}${flag.hasPayload ? ', useFeatureFlagPayload' : ''} } from 'posthog-js/react';

posthog.init('${projectKey}', { api_host: '${host}' });
${group}
function FlaggedPart() {
  const ${hasVariants ? 'variant' : 'isOn'} = ${hook}(${quote(flag.key)});${usePayload}
${body}
}

export const App = () => (
  <PostHogProvider client={posthog}>
    <FlaggedPart />
  </PostHogProvider>
);`,
  };
}

function nodeSnippet(flag: SnippetFlag, { host, projectKey }: Address): Snippet {
  const options = flag.groupType === null ? undefined : `{\n  groups: { ${quote(flag.groupType)}: 'acme' },\n}`;
  return {
    ...sdks.node,
    code: `import { PostHog } from 'posthog-node';

const client = new PostHog('${projectKey}', { host: '${host}' });
${questions(flag, 'await client', `${quote(flag.key)}, 'user-1'`, options)}
${branch(flag)}
await client.shutdown();`,
  };
}

function localSnippet(flag: SnippetFlag, { host, projectKey }: Address): Snippet {
  const isOfPersons = flag.groupType === null;
  const groups = isOfPersons ? '' : `\n  groups: { ${quote(flag.groupType ?? '')}: 'acme' },`;
  const properties = isOfPersons
    ? `personProperties: { plan: 'pro' }`
    : `groupProperties: { ${quote(flag.groupType ?? '')}: { plan: 'pro' } }`;
  return {
    ...sdks.node,
    id: 'posthog-node-local',
    name: 'posthog-node, local',
    code: `import { PostHog } from 'posthog-node';

// A personal key from Settings › Personal keys; it loads the flag definitions.
const client = new PostHog('${projectKey}', {
  host: '${host}',
  personalApiKey: process.env.BENCHTOP_PERSONAL_API_KEY,
});
const options = {${groups}
  // Pass every property that the conditions use: stored ones are not looked up.
  ${properties},
  onlyEvaluateLocally: true,
};
${questions(flag, 'await client', `${quote(flag.key)}, 'user-1'`, 'options')}
${branch(flag)}
await client.shutdown();`,
  };
}

function pythonSnippet(flag: SnippetFlag, { host, projectKey }: Address): Snippet {
  const groups = flag.groupType === null ? '' : `, groups={${quote(flag.groupType)}: 'acme'}`;
  const use = (what: string) => (flag.hasPayload ? `${what}(payload)` : `${what}()`);
  const asked = `${quote(flag.key)}, 'user-1'${groups}`;
  const payload = flag.hasPayload ? `payload = posthog.get_feature_flag_payload(${asked})\n` : '';
  const cases = flag.variants.map(
    (key, index) => `${index === 0 ? 'if' : 'elif'} variant == ${quote(key)}:\n    ${use(`show_${snakeName(key)}`)}\n`,
  );
  const code =
    flag.variants.length === 0
      ? `is_on = posthog.feature_enabled(${asked})\n${payload}if is_on:\n    ${use('show_new')}`
      : `variant = posthog.get_feature_flag(${asked})\n${payload}${cases.join('')}else:\n    show_current()`;
  return {
    ...sdks.python,
    code: `from posthog import Posthog

posthog = Posthog('${projectKey}', host='${host}')
${code}
posthog.shutdown()`,
  };
}

function curlSnippet(id: string, name: string, path: string, flag: SnippetFlag, address: Address): Snippet {
  const groups = flag.groupType === null ? {} : { groups: { [flag.groupType]: 'acme' } };
  const body = JSON.stringify({ api_key: address.projectKey, distinct_id: 'user-1', ...groups }, null, 2);
  return { id, name, install: null, code: asCurl(jsonPost(path, body), address.host) };
}

/** Returns JavaScript that asks `client` for what `branch` uses; `subject`: the key, and whose flag it is. */
function questions({ variants, hasPayload }: SnippetFlag, client: string, subject: string, options?: string): string {
  const all = options === undefined ? subject : `${subject}, ${options}`;
  const value = variants.length === 0 ? `isOn = ${client}.isFeatureEnabled` : `variant = ${client}.getFeatureFlag`;
  // posthog-node takes the value before the options.
  const ofPayload = options === undefined ? subject : `${subject}, undefined, ${options}`;
  const payload = hasPayload ? `\nconst payload = ${client}.getFeatureFlagPayload(${ofPayload});` : '';
  return `const ${value}(${all});${payload}`;
}

/** Returns JavaScript that acts on the flag: a switch over the variants, or an if. */
function branch({ variants, hasPayload }: SnippetFlag): string {
  const use = (what: string) => (hasPayload ? `${what}(payload)` : `${what}()`);
  if (variants.length === 0) return `if (isOn) {\n  ${use('showNew')};\n}`;
  const cases = variants.map((key) => `  case ${quote(key)}:\n    ${use(`show${componentName(key)}`)};\n    break;\n`);
  return `switch (variant) {\n${cases.join('')}  default:\n    showCurrent();\n}`;
}

const indent = (text: string): string => text.replace(/^/gm, '  ');

/** Quotes a string for both JavaScript and Python. */
function quote(text: string): string {
  return `'${text.replace(/['\\]/g, '\\$&')}'`;
}

/** Converts "new-checkout" to "NewCheckout"; a key that starts with a digit gets a letter in front. */
function componentName(key: string): string {
  const name = keyParts(key).map(capitalized).join('');
  return /^[A-Z]/.test(name) ? name : `V${name}`;
}

function snakeName(key: string): string {
  return keyParts(key).join('_').toLowerCase();
}

function keyParts(key: string): string[] {
  return key.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
}
