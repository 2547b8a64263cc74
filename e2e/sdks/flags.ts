import type { BenchtopServer } from '../server.ts';

export const flagsPath = '/api/projects/1/feature_flags/';

const variants = [
  { key: 'control', rollout_percentage: 0 },
  { key: 'test', rollout_percentage: 100 },
];
const pro = { properties: [{ key: 'plan', value: 'pro', type: 'person' }] };
const gold = { properties: [{ key: 'tier', value: 'gold', type: 'group' }] };
const flags = [
  { key: 'checkout', filters: { groups: [{}], payloads: { true: '{"limit": 5}' } } },
  { key: 'split', filters: { groups: [pro], multivariate: { variants }, payloads: { test: '"blue"' } } },
  { key: 'nobody', filters: { groups: [{ rollout_percentage: 0 }] } },
  { key: 'everyone', filters: { groups: [{}] } },
  { key: 'companies', filters: { groups: [gold], aggregation_group_type_index: 0 } },
];

/** Adds a flag of each kind, and returns their ids by key. */
export async function addFlags(server: BenchtopServer): Promise<Record<string, number>> {
  const ids: Record<string, number> = {};
  for (const flag of flags) ids[flag.key] = ((await server.api('POST', flagsPath, flag)) as { id: number }).id;
  return ids;
}
