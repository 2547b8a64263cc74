import { PostHog } from 'posthog-node';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { JsonObject } from '../../core/contract.ts';
import { propertyOperator } from '../../properties/contract.ts';
import { aliasOf, flags, operators, overrides } from '../../testing/flag-cases.ts';
import { companies, type Subject, subjects } from '../../testing/flag-subjects.ts';
import { serverForAll } from '../../testing/server-hooks.ts';
import type { FlagValue } from '../contract.ts';
import { type Answer, bodyOf, type Detail, optionsOf, parsed } from './agreement-testing.ts';

const root = '/api/projects/1/feature_flags/';
const server = serverForAll();
let sdk: PostHog;
const problems: unknown[] = [];

beforeAll(async () => {
  // The SDK warns about flags that only the server can decide; the test has some on purpose.
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  await storeProperties();
  const flagIds = new Map<string, number>();
  for (const flag of flags) {
    const { status, body } = await server.api('POST', root, flag);
    expect([flag.key, status, body]).toMatchObject([flag.key, 201, {}]);
    flagIds.set(flag.key, (body as { id: number }).id);
  }
  for (const [key, value, persons] of overrides) {
    for (const distinct_id of persons) {
      const { status } = await server.api('POST', `${root}${flagIds.get(key)}/overrides/`, { distinct_id, value });
      expect(status).toBe(201);
    }
  }
  sdk = new PostHog(server.projectKey, {
    host: server.url,
    personalApiKey: server.personalKey,
    featureFlagsPollingInterval: 600_000,
    fetchRetryCount: 0,
  });
  sdk.on('error', (error: unknown) => problems.push(error));
  await sdk.waitForLocalEvaluationReady();
});
afterAll(async () => {
  await sdk.shutdown();
  expect(problems).toEqual([]);
});

async function storeProperties(): Promise<void> {
  const groups = companies.map(({ key, properties }) => ({
    event: '$groupidentify',
    distinct_id: 'somebody',
    properties: { $group_type: 'company', $group_key: key, $group_set: properties },
  }));
  const aliases = overrides.flatMap(([, , ids]) => ids).filter((id) => id?.startsWith(aliasOf('')));
  const merges = aliases.map((alias) => ({
    event: '$create_alias',
    distinct_id: alias?.slice(aliasOf('').length),
    properties: { alias },
  }));
  const team = { $group_type: 'team', $group_key: 'team-0', $group_set: {} };
  const persons = subjects.map(({ id, stored }) => ({ event: '$set', distinct_id: id, properties: { $set: stored } }));
  const batch = [
    ...groups,
    { event: '$groupidentify', distinct_id: 'somebody', properties: team },
    ...persons,
    ...merges,
  ];
  expect((await server.capture({ batch }, '/batch/')).status).toBe(200);
}

async function askSdk(subject: Subject, onlyEvaluateLocally: boolean): Promise<Answer> {
  const answer = await sdk.getAllFlagsAndPayloads(subject.id, optionsOf(subject, onlyEvaluateLocally));
  return { values: answer.featureFlags ?? {}, payloads: (answer.featureFlagPayloads ?? {}) as JsonObject };
}

async function askDecide(subject: Subject): Promise<Answer> {
  const { body } = await server.capture(bodyOf(subject), '/decide/?v=3');
  const { featureFlags, featureFlagPayloads } = body as {
    featureFlags: Record<string, FlagValue>;
    featureFlagPayloads: Record<string, string>;
  };
  return { values: featureFlags, payloads: parsed(Object.entries(featureFlagPayloads)) };
}

async function askFlags(subject: Subject): Promise<Answer> {
  const { body } = await server.capture(bodyOf(subject), '/flags/?v=2');
  const details = Object.entries((body as { flags: Record<string, Detail> }).flags);
  return {
    values: Object.fromEntries(details.map(([key, { enabled, variant }]) => [key, variant ?? enabled])),
    payloads: parsed(details.flatMap(([key, { metadata }]) => (metadata.payload ? [[key, metadata.payload]] : []))),
  };
}

async function inBatches<Result>(size: number, ask: (subject: Subject) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < subjects.length; start += size) {
    results.push(...(await Promise.all(subjects.slice(start, start + size).map(ask))));
  }
  return results;
}

let answers: { local: Answer[]; decide: Answer[]; flags: Answer[] };

beforeAll(async () => {
  answers = {
    local: await inBatches(100, (subject) => askSdk(subject, true)),
    decide: await inBatches(50, askDecide),
    flags: await inBatches(50, askFlags),
  };
}, 300_000);

test('for 1,000 ids, posthog-node decides locally as /flags/ and /decide/ do', () => {
  const differences: object[] = [];
  let compared = 0;
  for (const [index, subject] of subjects.entries()) {
    const [local, decide, served] = [answers.local[index], answers.decide[index], answers.flags[index]] as Answer[];
    for (const { key } of flags) {
      const answered = [served, decide].map((answer) => shown(answer, key));
      if (local?.values[key] !== undefined) answered.push(shown(local, key));
      compared += answered.length === 3 ? 1 : 0;
      if (new Set(answered).size > 1) differences.push({ key, answered, subject });
    }
  }
  expect(differences.slice(0, 5)).toEqual([]);
  expect(compared).toBeGreaterThan(35_000);
});

/** Decide leaves out those that are turned off. */
const shown = ({ values, payloads }: Answer = { values: {}, payloads: {} }, key: string) =>
  JSON.stringify([values[key] ?? false, payloads[key] ?? null]);

test('each flag has all its values, and each operator matches some ids but not all', () => {
  const constant: Record<string, FlagValue> = {
    'rollout-0': false,
    'rollout-100': true,
    'no-condition': false,
    off: false,
    'everyone-on': true,
    'everyone-off': false,
    'everyone-variant': 'test',
    'everyone-group': true,
  };
  for (const { key, filters } of flags) {
    const seen = new Set(answers.flags.map(({ values }) => values[key]));
    const variants = (filters.multivariate as { variants: { key: string }[] } | undefined)?.variants ?? [];
    const expected: FlagValue[] = variants.length === 0 ? [true, false] : variants.map((variant) => variant.key);
    if (key in constant) expect([key, ...seen]).toEqual([key, constant[key]]);
    else
      expect([key, ...seen], key).toEqual(expect.arrayContaining(key.startsWith('variants/') ? ['b', 'c'] : expected));
  }
  expect(new Set(operators.map(([, , operator]) => operator))).toEqual(new Set(propertyOperator.options));
});

test('posthog-node decides almost all flags locally', () => {
  // Conditions of a group flag cannot name an overridden person, and posthog-node decides no `is_not` of a whole number.
  const forServer = ['person-group', 'continuity', 'is-not-whole'];
  for (const { key } of flags) {
    const decided = answers.local.filter(({ values }) => values[key] !== undefined).length / subjects.length;
    if (forServer.includes(key)) expect(decided, key).toBe(0);
    else expect(decided, key).toBeGreaterThan(0.65);
  }
});

test('posthog-node asks the server for the remaining flags', async () => {
  for (let index = 0; index < subjects.length; index += 50) {
    const whole = await askSdk(subjects[index] as Subject, false);
    expect(whole).toEqual(answers.flags[index]);
  }
});
