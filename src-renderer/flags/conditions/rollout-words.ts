import type { FlagCondition, FlagState } from '#server/flags/contract.ts';
import { limitedRollout, reachingConditions, takesEveryone } from '#server/flags/rollout-contract.ts';
import { propertyWords } from '../../properties/operators.ts';
import { capitalized } from '../../ui/format.ts';
import { formatRollout } from '../test/position.ts';
import { rolloutParts } from './words.tsx';

const MAX_CONDITIONS = 2;

/**
 * Says who gets a flag, short enough for a row: "25% of everyone, or all whose plan is pro". `groupType` names the groups of a
 * flag of groups; null for persons. Conditions that add nobody are left out.
 */
export function rolloutWords({ groups }: Pick<FlagState['filters'], 'groups'>, groupType: string | null): string {
  if (groups.length === 0) return rolloutParts.noCondition;
  const everyone = groupType === null ? rolloutParts.everyone : rolloutParts.allGroups(groupType);
  if (groups.some(takesEveryone)) return capitalized(everyone);
  const reaching = reachingConditions(groups);
  if (reaching.length === 0) return rolloutParts.zero;
  const shown = reaching.slice(0, MAX_CONDITIONS).map((condition) => conditionWords(condition, everyone));
  const more = reaching.length - shown.length;
  return capitalized([...shown, ...(more === 0 ? [] : [rolloutParts.more(more)])].join(rolloutParts.joint));
}

function conditionWords(condition: FlagCondition, everyone: string): string {
  const { properties } = condition;
  const percent = limitedRollout(condition);
  if (properties.length === 0) return rolloutParts.share(formatRollout(percent ?? 100), everyone);
  const whose = properties.map(({ key, operator, value }) => propertyWords({ key, operator, value }));
  return rolloutParts.whose(percent === null ? null : formatRollout(percent), whose);
}
