import { createRequire } from 'node:module';

/**
 * An app on a server, in a process of its own: old SDKs leave timers and rejections behind. Prints as JSON what the SDK returned.
 * Arguments: path of the SDK's module, host, project key, personal key, comma-separated abilities.
 */
const [module = '', host = '', projectKey = '', personalApiKey = '', can = ''] = process.argv.slice(2);
const required = createRequire(import.meta.url)(module);
const PostHog = required.PostHog ?? required.default ?? required;
const abilities = can.split(',');
const answers: Record<string, unknown> = {};

// What the SDK prints is not the answer.
for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) console[method] = () => undefined;
process.on('unhandledRejection', (error) => {
  answers.rejection = String(error);
});

const isOldest = PostHog.prototype.shutdownAsync === undefined && PostHog.prototype.getFeatureFlag === undefined;
const quick = { host, flushAt: 1, fetchRetryCount: 0 };
const withDefinitions = { ...quick, personalApiKey, featureFlagsPollingInterval: 60_000 };
const pro = { personProperties: { plan: 'pro' } };
const acme = { groups: { company: 'acme' }, groupProperties: { company: { tier: 'gold' } } };
const end = (client: Record<string, () => Promise<void>>) => client.shutdownAsync?.() ?? client.shutdown?.();

/** Asks by a personal key whether a flag is on, as the first version with flags does. */
async function oldestFlags() {
  const client = new PostHog(projectKey, withDefinitions);
  const groups = { company: 'acme' };
  for (const key of ['checkout', 'split', 'nobody', 'everyone', 'companies']) {
    answers[key] = await client.isFeatureEnabled(key, 'ada', false, groups);
  }
  client.shutdown();
}

async function flags(client: typeof PostHog, more: object) {
  const get = (key: string, id: string, context = {}) => client.getFeatureFlag(key, id, { ...context, ...more });
  return {
    checkout: await get('checkout', 'ada'),
    pro: await get('split', 'ada', pro),
    free: await get('split', 'ada', { personProperties: { plan: 'free' } }),
    nobody: await get('nobody', 'ada'),
    companies: await get('companies', 'ada', acme),
    overridden: await client.getFeatureFlag('everyone', 'bob'),
    others: await client.getFeatureFlag('everyone', 'zoe'),
  };
}

async function events() {
  const client = new PostHog(projectKey, quick);
  client.identify({ distinctId: 'ada', properties: { plan: 'team' } });
  client.capture({ distinctId: 'ada', event: 'order placed', properties: { total: 42 } });
  client.capture({ distinctId: 'visitor', event: 'looked around' });
  client.alias({ distinctId: 'ada', alias: 'visitor' });
  if (abilities.includes('groups')) {
    client.groupIdentify({ groupType: 'company', groupKey: 'acme', properties: { seats: 12 } });
  }
  if (isOldest) await new Promise((resolve) => client.flush(resolve));
  else await end(client);
}

if (abilities.includes('flags')) {
  if (isOldest) await oldestFlags();
  else {
    const client = new PostHog(projectKey, quick);
    answers.remote = await flags(client, {});
    if (abilities.includes('payloads')) answers.payload = await client.getFeatureFlagPayload('checkout', 'ada');
    await end(client);
  }
}
if (abilities.includes('local')) {
  const client = new PostHog(projectKey, withDefinitions);
  await client.reloadFeatureFlags();
  answers.local = await flags(client, { onlyEvaluateLocally: true });
  if (abilities.includes('remote config')) answers.config = await client.getRemoteConfigPayload('checkout');
  await end(client);
}
await events();
process.stdout.write(JSON.stringify(answers));
// Old SDKs do not wait for their last requests, so the process ends when they are answered; a poller must not keep it.
setTimeout(() => process.exit(0), 5000).unref();
