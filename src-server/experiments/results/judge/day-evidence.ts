import { byPlace } from '../../../core/by-place.ts';
import { firstFrom } from '../../../core/first-from.ts';
import { dayMs } from '../../../core/text/time-contract.ts';
import {
  addPair,
  addPersons,
  emptyPairSample,
  emptySample,
  type PairSample,
  together,
} from '../../../statistics/sample.ts';
import { daysOf, type Run } from '../../metrics/days.ts';
import { amountIn, peopleByDay, type ValueLog } from '../../metrics/person-values.ts';
import type { Exposed } from '../exposures/exposures.ts';
import { adjustedKind } from './adjust.ts';
import { evidenceAgainst, evidenceOn, hasValue } from './evidence.ts';
import type { DayEvidence } from './evidence-contract.ts';
import type { Judged, Judgement } from './judge.ts';
import { adjustedNow, sampleNow } from './running-samples.ts';
import { lookShareOf, narrowestFor } from './weigh.ts';

/** With larger values, adding up the counts of all values on each day takes longer than changing sums. */
const maxCounted = 4096;

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

/** Brings the groups from the day before to the day at `place`. It is outside the generator, which V8 optimizes only as a whole. */
type DayUpdate = (place: number) => void;

/** `changed`: the entries of the log, and `entering`: the positions of the people who begin to count, by place. */
type Changes = { log: ValueLog; changed: Int32Array[] };
type Entering = Int32Array[];

function createDayUpdate(
  judged: Judged,
  { basis, applied }: Judgement,
  groups: readonly PairSample[],
  days: readonly number[],
): DayUpdate {
  const { run, exposed, values, covariate, windowDays } = judged;
  const { people, since } = exposed;
  const placeOf = placesIn(run, days);
  // Rounded up, as times are whole milliseconds.
  const waiting = judged.people === 'mature' ? Math.ceil((windowDays ?? 0) * dayMs) : 0;
  const entering = byPlace(people.length, days.length, (index) => placeOf((since[people[index] ?? 0] ?? 0) + waiting));
  const changesIn = (log: ValueLog): Changes => ({
    log,
    changed: byPlace(log.length, days.length, (index) => placeOf(log.at[index] ?? 0)),
  });
  const { log } = values;
  const caps = { own: basis.cap ?? Infinity, beside: applied?.cap ?? basis.denominator_cap ?? Infinity };
  if (log !== null && log.amount === null && values.below === null && applied === null) {
    const max = largestOf(values.all);
    if (max <= maxCounted) {
      const changed = days.map((day, place) => peopleByDay(log, run).slice((days[place - 1] ?? -1) + 1, day + 1));
      return createCountUpdate(exposed, groups, changed, entering, { max, cap: caps.own });
    }
  }
  const own = new Float64Array(since.length);
  // Of a ratio it grows from 0; what people did before their exposure is known from the start.
  const beside = applied && covariate ? covariate.values : new Float64Array(since.length);
  const logs = [
    ...(log === null ? [] : [{ numbers: own, ...changesIn(log) }]),
    ...(values.below?.log ? [{ numbers: beside, ...changesIn(values.below.log) }] : []),
  ];
  return createSumUpdate(exposed, groups, logs, entering, { own, beside, caps });
}

function largestOf(values: Float64Array): number {
  let largest = 0;
  for (let index = 0; index < values.length; index++) largest = Math.max(largest, values[index] ?? 0);
  return largest;
}

/**
 * Counts people by value instead of changing sums, in a sixth of the time. `changed`: by place, the people of each day whose value
 * rises by 1; none exceeds `max`.
 */
function createCountUpdate(
  { people, variant, since }: Exposed,
  groups: readonly PairSample[],
  changed: readonly Int32Array[][],
  entering: Entering,
  { max, cap }: { max: number; cap: number },
): DayUpdate {
  const own = new Int32Array(since.length);
  const entered = new Int8Array(since.length);
  // By the number of the variant, 0 before people enter, and then by value.
  const values = max + 1;
  const counts = new Int32Array((groups.length + 1) * values);
  const rise = (risen: Int32Array) => {
    for (let index = 0; index < risen.length; index++) {
      const person = risen[index] ?? 0;
      const value = own[person] ?? 0;
      own[person] = value + 1;
      const at = (entered[person] ?? 0) * values + value;
      counts[at] = (counts[at] ?? 0) - 1;
      counts[at + 1] = (counts[at + 1] ?? 0) + 1;
    }
  };
  const enter = (positions: Int32Array) => {
    for (let index = 0; index < positions.length; index++) {
      const person = people[positions[index] ?? 0] ?? 0;
      const number = variant[person] ?? 0;
      entered[person] = number;
      const at = number * values + (own[person] ?? 0);
      counts[at] = (counts[at] ?? 0) + 1;
    }
  };
  return (place) => {
    for (const risen of changed[place] ?? []) rise(risen);
    enter(entering[place] ?? new Int32Array());
    for (const [index, group] of groups.entries()) {
      Object.assign(group, emptySample());
      const ofVariant = counts.subarray((index + 1) * values, (index + 2) * values);
      for (const [value, persons] of ofVariant.entries())
        if (persons > 0) addPersons(group, Math.min(value, cap), persons);
    }
  };
}

function createSumUpdate(
  { people, variant, since }: Exposed,
  groups: readonly PairSample[],
  logs: readonly (Changes & { numbers: Float64Array })[],
  entering: Entering,
  { own, beside, caps }: { own: Float64Array; beside: Float64Array; caps: { own: number; beside: number } },
): DayUpdate {
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
        numbers[person] = (numbers[person] ?? 0) + amountIn(log, index);
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
