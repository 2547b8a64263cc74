import { defaultWindowDays } from '#server/experiments/contract.ts';
import { percentText } from '../../../flags/test/position.ts';
import { propertyWords } from '../../../properties/operators.ts';
import type { ExperimentForm } from '../experiment-form-values.ts';
import { type EntryDraft, isBlankEntry, type MetricDraft } from './metric-draft.ts';

/** The whole experiment in plain words: who is compared with whom, by what. */
export function experimentSentence({ variants, primary }: Pick<ExperimentForm, 'variants' | 'primary'>): string {
  const split = variants.map(({ key, weight }) => `${key || '…'} (${percentText(weight)})`);
  return `Each person gets ${listed(split, 'or')}. ${metricSentence(primary)}`;
}

/** "What decides: the share of people who do “a” and then “b” within 14 days of …. More is better." */
function metricSentence(metric: MetricDraft): string {
  const entries = metric.entries.filter((entry) => !isBlankEntry(entry)).map(entryWords);
  if (entries.length === 0) return 'What decides is not chosen yet.';
  const where =
    metric.properties.length === 0 ? '' : `, all where ${metric.properties.map(propertyWords).join(' and ')},`;
  const better = metric.direction === 'decrease' ? 'Less is better.' : 'More is better.';
  if (metric.kind === 'TRENDS')
    return `What decides: how often a person does ${listed(entries, 'or')}${where}. ${better}`.replace(',.', '.');
  const days = metric.window ?? defaultWindowDays;
  const time = `within ${days === 1 ? 'a day' : `${days} days`} of seeing the variant`;
  return `What decides: the share of people who do ${entries.join(', then ')}${where} ${time}. ${better}`;
}

function entryWords({ of, target, properties, given }: EntryDraft): string {
  const name = typeof given?.name === 'string' ? given.name : target;
  const what = of === 'any' ? 'anything' : of === 'action' ? `the action “${name || '…'}”` : `“${target || '…'}”`;
  return properties.length === 0 ? what : `${what} where ${properties.map(propertyWords).join(' and ')}`;
}

function listed(words: string[], joint: string): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${joint} ${words.at(-1)}`;
}
