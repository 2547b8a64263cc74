import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { flagInput } from '../src-server/flags/contract.ts';
import { startServer } from '../src-server/index.ts';
import { decideBody, deciderOf, deciders, sampleFlags } from './flags.ts';
import { prepareDecides } from './parts/decides.ts';
import { personalKey, projectKey } from './processes.ts';

const isConditional = ({ filters }: { filters: { groups: { properties?: unknown[] }[] } }) =>
  filters.groups.some(({ properties = [] }) => properties.length > 0);

test('of 50 active flags 10 have property conditions, 12 variants and 25 a rollout', () => {
  const flags = sampleFlags.map((flag) => flagInput.parse(flag));
  const count = (holds: (flag: (typeof flags)[number]) => boolean) => flags.filter(holds).length;
  expect(new Set(flags.map(({ key }) => key)).size).toBe(50);
  expect(count(({ active }) => active)).toBe(50);
  expect(count(isConditional)).toBe(10);
  expect(count(({ filters }) => filters.multivariate !== null)).toBe(12);
  expect(count(({ filters }) => filters.groups.some(({ rollout_percentage }) => rollout_percentage !== 100))).toBe(25);
  expect(count((flag) => isConditional(flag) && flag.filters.multivariate !== null)).toBeGreaterThan(1);
});

test('a decide sends only the id of the person', () => {
  const { body, slots } = decideBody('phc_x');
  body.write(deciderOf(deciders + 7), slots[0]?.offset ?? 0, 'latin1');
  expect(JSON.parse(body.toString())).toMatchObject({
    token: 'phc_x',
    distinct_id: 'user-00000007',
    person_properties: {},
    group_properties: {},
    groups: {},
  });
});

test('stored properties decide the conditions, some match and some do not', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'benchtop-bench-test-'));
  const keys = { projectApiKey: projectKey, personalApiKey: personalKey };
  const server = await startServer({ dataDir, port: 0, host: '127.0.0.1', ...keys });
  await prepareDecides(server);
  const reasons = async (distinctId: string) => {
    const body = JSON.stringify({ ...JSON.parse(decideBody(projectKey).body.toString()), distinct_id: distinctId });
    const response = await fetch(`${server.url}/flags/?v=2`, { method: 'POST', body });
    const { flags } = (await response.json()) as { flags: Record<string, { reason: { code: string } }> };
    return new Map(Object.values(sampleFlags).map(({ key }) => [key, flags[key]?.reason.code]));
  };
  const ofPersons = await Promise.all(Array.from({ length: 60 }, (_, number) => reasons(deciderOf(number * 61))));
  const ofStranger = await reasons('stranger');
  for (const flag of sampleFlags) {
    const matched = ofPersons.filter((codes) => codes.get(flag.key) !== 'no_condition_match').length;
    if (isConditional(flag)) {
      expect([flag.key, matched > 0, matched < ofPersons.length]).toEqual([flag.key, true, true]);
    } else {
      expect([flag.key, matched]).toEqual([flag.key, ofPersons.length]);
      expect(ofStranger.get(flag.key)).not.toBe('no_condition_match');
    }
  }
  const unknown = sampleFlags.filter(({ key }) => ofStranger.get(key) === 'no_condition_match');
  // An unknown person matches only "is not in one of these countries".
  expect(unknown).toHaveLength(9);
  await server.close();
});
