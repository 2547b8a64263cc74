import { firstFrom } from '../../../core/first-from.ts';
import { dayMs } from '../../../core/text/time-contract.ts';
import { adjustedKind } from './adjust.ts';
import { evidenceAgainst, evidenceOn, hasValue } from './evidence.ts';
import type { DayEvidence } from './evidence-contract.ts';
import type { Judged, Judgement } from './judge.ts';
import { addPerson, adjustedNow, emptyRunning, type Running, sampleNow } from './running-samples.ts';
import { lookShareOf, narrowestFor } from './weigh.ts';

/**
 * Weighs the people of each variant at the end of some days of the run, in rising order: the people whose data decides now, with
 * their values up to then, by the logs of their values. The caps and the adjustment by CUPED are those of today on all days, so
 * that the last day equals the result. Yields after each day.
 */
export function* evidenceOfDays(
  judged: Judged,
  judgement: Judgement,
  days: readonly number[],
): Generator<void, DayEvidence[][]> {
  const { run, exposed, weights, values, covariate } = judged;
  const { basis, applied } = judgement;
  const firstDay = Math.floor(run.start / dayMs) * dayMs;
  const ends = days.map((day) => Math.min(firstDay + (day + 1) * dayMs - 1, run.end) - run.start);
  const waiting = judged.people === 'mature' ? (judged.windowDays ?? 0) * dayMs : 0;
  const entering = ends.map((): number[] => []);
  for (const person of exposed.people) entering[firstFrom(ends, (exposed.since[person] ?? 0) + waiting)]?.push(person);
  const own = new Float64Array(exposed.since.length);
  // Of a ratio it grows from 0; what people did before their exposure is known from the start.
  const beside = applied && covariate ? covariate.values : new Float64Array(exposed.since.length);
  const logs = [
    { numbers: own, log: values.log, changed: byEnd(values.log?.at ?? [], ends) },
    { numbers: beside, log: values.below?.log, changed: byEnd(values.below?.log?.at ?? [], ends) },
  ];
  const caps = { own: basis.cap ?? Infinity, beside: applied?.cap ?? basis.denominator_cap ?? Infinity };
  const groups = weights.map(emptyRunning);
  // The number of the variant of each person who has entered; 0 before.
  const entered = new Int8Array(exposed.since.length);
  const add = (group: Running, person: number, times: 1 | -1) =>
    addPerson(group, Math.min(own[person] ?? 0, caps.own), Math.min(beside[person] ?? 0, caps.beside), times);
  const found: DayEvidence[][] = [];
  for (let day = 0; day < ends.length; day++) {
    for (const { numbers, log, changed } of logs) {
      for (const index of changed[day] ?? []) {
        const one = log?.person[index] ?? 0;
        const group = groups[(entered[one] ?? 0) - 1];
        if (group !== undefined) add(group, one, -1);
        numbers[one] = (numbers[one] ?? 0) + (log?.amount[index] ?? 0);
        if (group !== undefined) add(group, one, 1);
      }
    }
    for (const person of entering[day] ?? []) {
      const number = exposed.variant[person] ?? 0;
      entered[person] = number;
      add(groups[number - 1] as Running, person, 1);
    }
    found.push(groups.map((_, variant) => evidenceAt(judged, applied, groups, variant)));
    yield;
  }
  return found;
}

/** Lists the indexes of times by the first end that is not before them. */
function byEnd(times: readonly number[], ends: readonly number[]): number[][] {
  const buckets: number[][] = ends.map(() => []);
  for (const [index, time] of times.entries()) buckets[firstFrom(ends, time)]?.push(index);
  return buckets;
}

const withoutLift = { lift: null, lift_interval: null, always_valid_interval: null };

function evidenceAt(
  judged: Judged,
  applied: Judgement['applied'],
  groups: readonly Running[],
  variant: number,
): DayEvidence {
  const { kind, weights, control, planned } = judged;
  const [reference, group] = [groups[control] as Running, groups[variant] as Running];
  const plain = (one: Running) => sampleNow(one, kind === 'ratio');
  const { people, value, interval, is_too_little } = evidenceOn(kind, plain(group));
  const alone = { people, value, interval, is_too_little };
  if (variant === control || !hasValue(plain(group)) || !hasValue(plain(reference)))
    return { ...alone, ...withoutLift };
  const narrowestAt = narrowestFor({ kind, weights, control, planned: planned.launched }, variant);
  const looks = { share: lookShareOf(planned.launched), narrowestAt };
  const compared = (one: Running) => (applied === null ? plain(one) : adjustedNow(one, applied));
  const comparedKind = applied === null ? kind : adjustedKind(kind);
  const against = evidenceAgainst(comparedKind, compared(reference), compared(group), looks);
  const { lift, lift_interval, always_valid_interval } = against;
  return { ...alone, is_too_little: against.is_too_little, lift, lift_interval, always_valid_interval };
}
