import { pairSampleOf, sampleOf } from '../../../statistics/sample.ts';
import type { Statistic } from '../../metrics/kind-contract.ts';
import { partsOf, widthOf } from './pooled.ts';

/**
 * The change of a sample at a look. Class `classes[i]` makes the transition `which[i]`; `by` has the parts that a person adds in
 * a transition, `width` of each in a row. The first `ones` are of single persons.
 */
export type LookChanges = { classes: Int32Array; which: Int32Array; ones: number; by: Float64Array; width: number };

/** A value of a person: the parts of their sample, and the number of each transition to another state. */
type State = { parts: number[]; transitions: Map<State, number> };

/** Collects changes of values, of rising classes; NaN is the value of somebody who is not counted. `below`: of a ratio. */
export function collector(singles: number, kind: Statistic) {
  const states = new Map<number, Map<number, State>>();
  const classes: number[] = [];
  const which: number[] = [];
  const by: number[] = [];
  const width = widthOf(kind);
  let ones = 0;
  const stateOf = (value: number, below: number): State => {
    const ofValue = states.get(value) ?? new Map<number, State>();
    states.set(value, ofValue);
    const state = ofValue.get(below) ?? { parts: partsOfPerson(kind, value, below), transitions: new Map() };
    ofValue.set(below, state);
    return state;
  };
  const transition = ({ parts, transitions }: State, now: State): number => {
    const known = transitions.get(now);
    if (known !== undefined) return known;
    const added = by.length / width;
    transitions.set(now, added);
    for (const [part, number] of now.parts.entries()) by.push(number - (parts[part] ?? 0));
    return added;
  };
  return {
    add(index: number, before: number, beforeBelow: number, now: number, nowBelow: number) {
      classes.push(index);
      which.push(transition(stateOf(before, beforeBelow), stateOf(now, nowBelow)));
      if (index < singles) ones += 1;
    },
    take: (): LookChanges => ({
      classes: Int32Array.from(classes),
      which: Int32Array.from(which),
      ones,
      by: Float64Array.from(by),
      width,
    }),
  };
}

function partsOfPerson(kind: Statistic, value: number, below: number): number[] {
  if (Number.isNaN(value)) return new Array<number>(widthOf(kind)).fill(0);
  return partsOf(
    kind === 'ratio' ? pairSampleOf({ values: [value], below: [below] }) : sampleOf(new Map([[value, 1]])),
  );
}
