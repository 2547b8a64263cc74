import { holm } from '../../../statistics/statistics.ts';
import { controlKey } from '../../contract.ts';
import { kindTraits } from '../../metrics/kind-contract.ts';
import { groupsOf } from '../exposures/exposures.ts';
import { changeOf, type EarlyAndLate, judgementOf } from './judge-change.ts';
import type { NoveltyChange, NoveltyJudgement } from './novelty-contract.ts';
import type { AskedSpans, Passed } from './spans.ts';

/** The later days end with the last span that this share of people with a full first day have passed. */
const leastShare = 0.5;

function lastCommon([first, ...later]: readonly Passed[]): Passed | undefined {
  return later.findLast(({ people }) => people.length >= leastShare * (first?.people.length ?? 0));
}

/**
 * Compares for each test variant the lift of the later days with that of day 0, for people who have passed both. `hasLater`:
 * whether the window of the metric has later days.
 */
export function changesIn({ metric, exposed, keys, passed }: AskedSpans, hasLater: boolean): NoveltyChange[] {
  const kind = kindTraits[metric.kind].statistic;
  const last = lastCommon(passed);
  const early = passed[0]?.values;
  const groups = groupsOf({ ...exposed, people: last?.people ?? [] }, Infinity, keys.length).map((people) =>
    people.map((person): [number, number] => {
      const [first, whole] = [early?.[person] ?? 0, last?.values[person] ?? 0];
      return [first, whole - first];
    }),
  );
  const control: EarlyAndLate = groups[keys.indexOf(controlKey)] ?? [];
  const tests = keys.flatMap((key, index) => {
    if (key === controlKey) return [];
    const test: EarlyAndLate = groups[index] ?? [];
    return { key, people: control.length + test.length, change: changeOf(kind, control, test, metric.capShare) };
  });
  const found = tests.flatMap(({ change }) => (change === null || change.p === null ? [] : change.p));
  const adjusted = holm(found);
  const obstacle: NoveltyJudgement | null = last !== undefined ? null : hasLater ? 'too_early' : 'no_later_days';
  return tests.map(({ key, people, change }): NoveltyChange => {
    const p = change === null || change.p === null ? null : (adjusted.shift() ?? null);
    return {
      key,
      judgement: obstacle ?? judgementOf(change, p),
      people,
      first: change && { from_day: 0, to_day: 0, ...change.first },
      later: change && { from_day: 1, to_day: last?.to ?? 1, ...change.later },
      p_value: p,
    };
  });
}
