import { firstFrom } from '../../../core/first-from.ts';
import { dayMs } from '../../../core/text/time-contract.ts';
import { addPair, emptyPairSample, type PairSample, together } from '../../../statistics/sample.ts';
import { daysOf, type Run } from '../../metrics/days.ts';
import type { ValueLog } from '../../metrics/person-values.ts';
import { adjustedKind } from './adjust.ts';
import { evidenceAgainst, evidenceOn, hasValue } from './evidence.ts';
import type { DayEvidence } from './evidence-contract.ts';
import type { Judged, Judgement } from './judge.ts';
import { adjustedNow, sampleNow } from './running-samples.ts';
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
  const groups = judged.weights.map(emptyPairSample);
  const update = createDayUpdate(judged, judgement, groups, days);
  const found: DayEvidence[][] = [];
  for (let place = 0; place < days.length; place++) {
    update(place);
    found.push(groups.map((_, variant) => evidenceAt(judged, judgement.applied, groups, variant)));
    yield;
  }
  return found;
}

/**
 * Returns a function that brings the groups from the day before to the day at `place`. It is outside the generator because V8
 * optimizes a generator only as a whole.
 */
function createDayUpdate(
  { run, exposed, values, covariate, windowDays, ...judged }: Judged,
  { basis, applied }: Judgement,
  groups: readonly PairSample[],
  days: readonly number[],
): (place: number) => void {
  const { people, since, variant } = exposed;
  const placeOf = placesIn(run, days);
  // Rounded up, as times are whole milliseconds.
  const waiting = judged.people === 'mature' ? Math.ceil((windowDays ?? 0) * dayMs) : 0;
  const entering = byPlace(people.length, days.length, (index) => placeOf((since[people[index] ?? 0] ?? 0) + waiting));
  const own = new Float64Array(since.length);
  // Of a ratio it grows from 0; what people did before their exposure is known from the start.
  const beside = applied && covariate ? covariate.values : new Float64Array(since.length);
  const changing = (numbers: Float64Array, log: ValueLog) => ({
    numbers,
    log,
    changed: byPlace(log.length, days.length, (index) => placeOf(log.at[index] ?? 0)),
  });
  const logs = [
    ...(values.log === null ? [] : [changing(own, values.log)]),
    ...(values.below?.log ? [changing(beside, values.below.log)] : []),
  ];
  const caps = { own: basis.cap ?? Infinity, beside: applied?.cap ?? basis.denominator_cap ?? Infinity };
  // The number of the variant of each person who has entered; 0 before.
  const entered = new Int8Array(since.length);
  const add = (group: PairSample | undefined, person: number, times: 1 | -1) => {
    if (group !== undefined)
      addPair(group, Math.min(own[person] ?? 0, caps.own), Math.min(beside[person] ?? 0, caps.beside), times);
  };
  return (place) => {
    for (const { numbers, log, changed } of logs) {
      for (const index of changed[place] ?? []) {
        const person = log.person[index] ?? 0;
        const group = groups[(entered[person] ?? 0) - 1];
        add(group, person, -1);
        numbers[person] = (numbers[person] ?? 0) + (log.amount[index] ?? 0);
        add(group, person, 1);
      }
    }
    for (const index of entering[place] ?? []) {
      const person = people[index] ?? 0;
      const number = variant[person] ?? 0;
      entered[person] = number;
      add(groups[number - 1], person, 1);
    }
  };
}

/**
 * Returns a function that finds the place in `days` of the first day of a run that ends at or after an offset; `days.length` if none
 * does.
 */
function placesIn(run: Run, days: readonly number[]): (time: number) => number {
  const { count, of } = daysOf(run);
  const places = Int32Array.from({ length: count }, (_, day) => firstFrom(days, day));
  return (time) => (time > run.end - run.start ? days.length : (places[of(time)] ?? 0));
}

/** Groups the indexes below `length` by place, each group rising. Drops those at `places`. */
function byPlace(length: number, places: number, placeOf: (index: number) => number): Int32Array[] {
  const placed = new Int32Array(length);
  const sizes = new Int32Array(places + 1);
  for (let index = 0; index < length; index++) {
    const place = placeOf(index);
    placed[index] = place;
    sizes[place] = (sizes[place] ?? 0) + 1;
  }
  const lists = Array.from(sizes, (size) => new Int32Array(size));
  sizes.fill(0);
  for (let index = 0; index < length; index++) {
    const place = placed[index] ?? 0;
    const at = sizes[place] ?? 0;
    (lists[place] as Int32Array)[at] = index;
    sizes[place] = at + 1;
  }
  return lists.slice(0, places);
}

const withoutLift = { lift: null, lift_interval: null, always_valid_interval: null };

function evidenceAt(
  judged: Judged,
  applied: Judgement['applied'],
  groups: readonly PairSample[],
  variant: number,
): DayEvidence {
  const { kind, weights, control, planned } = judged;
  const [reference, group] = [groups[control] as PairSample, groups[variant] as PairSample];
  const plain = (one: PairSample) => sampleNow(one, kind === 'ratio');
  const { people, value, interval, is_too_little } = evidenceOn(kind, plain(group), groups.map(plain).reduce(together));
  const alone = { people, value, interval, is_too_little };
  if (variant === control || !hasValue(plain(group)) || !hasValue(plain(reference)))
    return { ...alone, ...withoutLift };
  const narrowestAt = narrowestFor({ kind, weights, control, planned: planned.launched }, variant);
  const looks = { share: lookShareOf(planned.launched), narrowestAt };
  const compared = (one: PairSample) => (applied === null ? plain(one) : adjustedNow(one, applied));
  const comparedKind = applied === null ? kind : adjustedKind(kind);
  const against = evidenceAgainst(comparedKind, compared(reference), compared(group), looks);
  const { lift, lift_interval, always_valid_interval } = against;
  return { ...alone, is_too_little: against.is_too_little, lift, lift_interval, always_valid_interval };
}
