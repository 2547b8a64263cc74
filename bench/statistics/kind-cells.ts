import type { Statistic } from '../../src-server/experiments/metrics/kind-contract.ts';
import {
  countOf,
  type Distribution,
  drawInto,
  heavyOf,
  shareOf,
} from '../../src-server/experiments/planning/simulated/draw.ts';
import { capShare } from '../../src-server/experiments/results/rules-contract.ts';
import type { Histogram, Pairs } from '../../src-server/statistics/sample.ts';
import type { Uniform } from '../../src-server/statistics/seeded-uniform.ts';

/** People of a variant: how many have each value, or each pair of values for a ratio. */
export type Group = Pairs & { histogram: Histogram };
export const newGroup = (): Group => ({ values: [], below: [], histogram: new Map() });

type Caps = { value: number; below: number };

/** `times`: the mean, relative to the usual one. `meanUnder`: the true mean or ratio of capped values. */
export type KindBehavior = {
  name: string;
  kind: Statistic;
  capShare: number;
  draw(group: Group, uniform: Uniform, people: number, times: number): void;
  meanUnder(times: number, caps: Caps): number;
};

type Plain = { name: string; kind: Statistic; of: (times: number) => Distribution };

/** Returns a distribution with a value per person; `valueAt`: the value at a quantile. */
function plain({ name, kind, of }: Plain, share = capShare, valueAt = (index: number) => index): KindBehavior {
  const known = new Map<number, Distribution>();
  const at = (times: number) => known.get(times) ?? known.set(times, of(times)).get(times) ?? [];
  return {
    name,
    kind,
    capShare: share,
    draw({ histogram }, uniform, people, times) {
      const drawn: Histogram = new Map();
      drawInto(drawn, uniform, people, at(times));
      for (const [index, persons] of drawn) {
        histogram.set(valueAt(index), (histogram.get(valueAt(index)) ?? 0) + persons);
      }
    },
    meanUnder: (times, caps) =>
      at(times).reduce((sum, chance, index) => sum + chance * Math.min(valueAt(index), caps.value), 0),
  };
}

/**
 * Returns payments: 30% have paid; a tenth of them get 20 back on the whole, and the others pay 10, 20, … with a falling
 * chance.
 */
function payments(times: number): Distribution {
  const paid = 0.3 * times;
  const falling = Array.from({ length: 30 }, (_, index) => 0.75 ** index);
  const sum = falling.reduce((total, one) => total + one, 0);
  return [1 - paid, 0.1 * paid, ...falling.map((one) => (0.9 * paid * one) / sum)];
}
const paymentAt = (index: number) => (index === 0 ? 0 : index === 1 ? -20 : 10 * (index - 1));

/** Returns purchases of a person over visits, each with the same chance. */
function purchasesIn(visits: number, chance: number): Distribution {
  const chances = [(1 - chance) ** visits];
  for (let k = 1; k <= visits; k++) {
    chances.push(((chances[k - 1] as number) * (visits - k + 1) * chance) / (k * (1 - chance)));
  }
  return chances;
}

const visits = countOf(4, 3);
const perVisit = 0.2;
const ratio: KindBehavior = {
  name: 'ratio: purchases a visit',
  kind: 'ratio',
  capShare,
  draw({ values, below }, uniform, people, times) {
    const byVisits: Histogram = new Map();
    drawInto(byVisits, uniform, people, visits);
    for (const [count, persons] of byVisits) {
      const purchases: Histogram = new Map();
      drawInto(purchases, uniform, persons, purchasesIn(count, perVisit * times));
      for (const [value, some] of purchases) {
        for (let person = 0; person < some; person++) {
          values.push(value);
          below.push(count);
        }
      }
    }
  },
  meanUnder(times, caps) {
    let [above, under] = [0, 0];
    for (const [count, chance] of visits.entries()) {
      under += chance * Math.min(count, caps.below);
      if (chance < 1e-9) continue;
      for (const [value, own] of purchasesIn(count, perVisit * times).entries()) {
        above += chance * own * Math.min(value, caps.value);
      }
    }
    return above / under;
  },
};

const heavy = (share: number, name: string) =>
  plain({ name: `trend, heavy tail, ${name}`, kind: 'count', of: heavyOf }, share);

const kinds: readonly KindBehavior[] = [
  plain({ name: 'mean of a property, with refunds', kind: 'mean', of: payments }, capShare, paymentAt),
  ratio,
  plain({ name: 'retention 20%', kind: 'proportion', of: (times) => shareOf(0.2 * times) }),
  heavy(0, 'no cap'),
  heavy(0.001, 'cap 0.1%'),
  heavy(0.01, 'cap 1%'),
];

/** `people` of each variant, control first. */
export type KindCell = { behavior: KindBehavior; split: string; people: number[] };

const size = 5000;

/** Kinds of metrics and caps, with 2 and 5 variants, even and 90/10. */
export const kindCells: readonly KindCell[] = kinds.flatMap((behavior) =>
  [2, 5].flatMap((variants) =>
    [
      { split: 'even', control: 1 / variants },
      { split: '90/10', control: 0.9 },
    ].map(({ split, control }) => {
      // The small variant has enough people for a verdict.
      const whole = Math.max(size, (200 * (variants - 1)) / (1 - control));
      const rest = (whole * (1 - control)) / (variants - 1);
      const people = Array.from({ length: variants }, (_, index) => Math.round(index === 0 ? whole * control : rest));
      return { behavior, split, people };
    }),
  ),
);

/** Draws the people of each variant; `times`: the first test variant's mean, relative to the usual one. */
export function drawKind(groups: readonly Group[], cell: KindCell, uniform: Uniform, part: number, times = 1): void {
  for (const [index, group] of groups.entries()) {
    const people = Math.max(1, Math.round((cell.people[index] as number) * part));
    cell.behavior.draw(group, uniform, people, index === 1 ? times : 1);
  }
}
