import type { BenchtopServer } from '../server.ts';

export const flagsPath = '/api/projects/@current/feature_flags/';

const weights = { control: 0, test: 100 };
const variants = Object.entries(weights).map(([key, rollout_percentage]) => ({ key, rollout_percentage }));
const has = (type: string, key: string, value: string) => ({ properties: [{ key, value, type }] });

/** By key: everyone, nobody, a share by property with variants, and groups. */
const flags: Record<string, object> = {
  checkout: { groups: [{}], payloads: { true: '{"limit": 5}' } },
  split: { groups: [has('person', 'plan', 'pro')], multivariate: { variants }, payloads: { test: '"blue"' } },
  nobody: { groups: [{ rollout_percentage: 0 }] },
  everyone: { groups: [{}] },
  companies: { groups: [has('group', 'tier', 'gold')], aggregation_group_type_index: 0 },
};

export async function addFlags(server: BenchtopServer): Promise<Record<string, number>> {
  const ids: Record<string, number> = {};
  for (const [key, filters] of Object.entries(flags)) {
    ids[key] = await server.create(flagsPath, { key, filters });
  }
  return ids;
}
