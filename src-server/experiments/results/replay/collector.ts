import { pairSampleOf, sampleOf } from '../../../statistics/sample.ts';
import type { Statistic } from '../../metrics/metric-contract.ts';
import { partsOf, widthOf } from './replayed.ts';

/**
 * How a sample changes at a look. Class `classes[i]` makes the transition `which[i]`; `by` has the parts that a person adds in a
 * transition, `width` of each in a row. The first `ones` are of single persons.
 */
export type LookChanges = { classes: Int32Array; which: Int32Array; ones: number; by: Float64Array; width: number };

/** Collects changes of values, of rising classes; NaN is the value of somebody who is not counted. `below`: of a ratio. */
export function collector(singles: number, kind: Statistic) {
  const states = new Map<number, Map<number, number>>();
  const partsOfState: number[][] = [];
  const transitions: Map<number, number>[] = [];
  const classes: number[] = [];
  const which: number[] = [];
  const by: number[] = [];
  const width = widthOf(kind);
  let ones = 0;
  const stateOf = (value: number, below: number): number => {
    const ofValue = states.get(value) ?? new Map<number, number>();
    states.set(value, ofValue);
    const known = ofValue.get(below);
    if (known !== undefined) return known;
    ofValue.set(below, partsOfState.length);
    transitions.push(new Map());
    return partsOfState.push(partsOfPerson(kind, value, below)) - 1;
  };
  const transition = (before: number, now: number): number => {
    const from = transitions[before] as Map<number, number>;
    const known = from.get(now);
    if (known !== undefined) return known;
    const added = by.length / width;
    from.set(now, added);
    const [old, parts] = [partsOfState[before] as number[], partsOfState[now] as number[]];
    for (const [part, number] of parts.entries()) by.push(number - (old[part] as number));
    return added;
  };
  return {
    add(index: number, before: number, beforeBelow: number, now: number, nowBelow: number) {
      classes.push(index);
      which.push(transition(stateOf(before, beforeBelow), stateOf(now, nowBelow)));
      if (index < singles) ones += 1;
    },
    take: (): LookChanges => ({
      ...{ classes: Int32Array.from(classes), which: Int32Array.from(which) },
      ...{ ones, by: Float64Array.from(by), width },
    }),
  };
}

function partsOfPerson(kind: Statistic, value: number, below: number): number[] {
  if (Number.isNaN(value)) return new Array<number>(widthOf(kind)).fill(0);
  return partsOf(
    kind === 'ratio' ? pairSampleOf({ values: [value], below: [below] }) : sampleOf(new Map([[value, 1]])),
  );
}
