import type { FlagCondition, FlagState } from '#server/flags/contract.ts';
import { propertyWords } from '../../properties/operators.ts';
import { percentText } from '../test/position.ts';

const SHOWN = 2;

/**
 * Who gets a flag, short enough for a row: "25% of everybody, or all whose plan is pro". `groupType` names the groups of a
 * flag of groups; null for persons. Conditions that reach nobody are left out.
 */
export function rolloutWords({ groups }: Pick<FlagState['filters'], 'groups'>, groupType: string | null): string {
  if (groups.length === 0) return 'Nobody: no condition';
  const everybody = groupType === null ? 'everybody' : `all ${groupType} groups`;
  if (groups.some(isOpen)) return capital(everybody);
  const reaching = groups.filter((condition) => condition.rollout_percentage !== 0);
  if (reaching.length === 0) return 'Nobody: 0%';
  const shown = reaching.slice(0, SHOWN).map((condition) => conditionWords(condition, everybody));
  const more = reaching.length - shown.length;
  return capital([...shown, ...(more === 0 ? [] : [`${more} more`])].join(', or '));
}

function conditionWords({ properties, rollout_percentage: percent }: FlagCondition, everybody: string): string {
  if (properties.length === 0) return `${percentText(percent ?? 100)} of ${everybody}`;
  const isAll = percent === null || percent >= 100;
  const whose = properties.map(({ key, operator, value }) => propertyWords({ key, operator, value }));
  return `${isAll ? 'all' : percentText(percent)} whose ${whose.join(' and ')}`;
}

/** It takes everybody, whatever the other conditions say. */
function isOpen({ properties, rollout_percentage: percent }: FlagCondition): boolean {
  return properties.length === 0 && (percent === null || percent >= 100);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
