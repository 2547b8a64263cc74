import { whole } from '../figures/numbers.ts';
import { adjustedCoverage, adjustedDaily } from './adjusted.ts';
import { cellOf, cellsOf } from './cells.ts';
import { compatibilityRate } from './compatibility.ts';
import { alwaysValidMisses, growingCounts, ratioAlarms } from './daily.ts';
import { type ChanceRates, chanceRates, chanceRow, effectCells } from './effects.ts';
import { guardedRate, guardMargin } from './guarded.ts';
import {
  type FoundRate,
  foundRate,
  foundRow,
  type SuspiciousRate,
  soughtEffects,
  suspiciousCells,
  suspiciousRate,
  suspiciousRow,
} from './looks.ts';
import { days } from './measure.ts';
import { worseOfSecondary } from './secondary.ts';
import { percent, type Said } from './shares.ts';
import { type SkewedRates, shops, skewedRates, skewedRow } from './skewed.ts';

type Range = [low: number, high: number];

/** Rates of other wrong claims, as shares of runs. */
export type OtherRates = {
  /** By number of variants and split: an alarm of the sample ratio on any day. */
  ratio: { what: string; perDay: number; rate: number }[];
  /** The same in 3 looks, where a variant loses half of its people beside a rare one. */
  lostHalf: number;
  /** Of amounts with a heavy tail. */
  skewed: SkewedRates[];
  chances: ChanceRates[];
  compatibility: { funnels: Range; trends: Range };
  /** For a trend whose counts grow: better or worse on any day. */
  growing: { what: string; planned: number; unplanned: number }[];
  /** For a guardrail on any day: called harmed without a difference, and not harmed despite a harm of the margin. */
  guarded: { what: string; harmed: number; notHarmed: number }[];
  /** After CUPED: better or worse without a difference on any day, and the 95% intervals that contain the true lift. */
  adjusted: { daily: { what: string; said: Said }[]; coverage: { what: string; share: number }[] };
  /** Five secondary trends without a difference: any called worse. */
  secondary: { what: string; worse: number }[];
  /** On any day a lift is suspicious, where nothing differs. */
  suspicious: SuspiciousRate[];
  /** Without a plan: an effect is found at one look at the people that results say are needed. */
  withoutPlan: FoundRate[];
  /** Always-valid intervals of the lift that leave out the true one on any day. */
  alwaysValid: { what: string; misses: number }[];
};

const rangeOf = (numbers: readonly number[]): Range => [Math.min(...numbers), Math.max(...numbers)];

/** Measures the other rates. `part`: share of the usual runs. */
export function otherRates(part: number): OtherRates {
  const times = (runs: number) => Math.ceil(runs * part);
  const even = cellsOf([2]).filter(({ split }) => split.name === 'even');
  const compatibility = (kind: string) =>
    rangeOf(
      even.filter(({ behavior }) => behavior.kind === kind).map((cell) => compatibilityRate(cell, times(1000), 98)),
    );
  const growing = (['evenly', 'at once'] as const).map((arrive) => {
    const shareOf = (hasPlan: boolean) => growingCounts(arrive, 20, days, times(1500), hasPlan, 99);
    const people = arrive === 'evenly' ? '20 new people a variant a day' : '600 people a variant on the first day';
    return { what: people, planned: shareOf(true), unplanned: shareOf(false) };
  });
  const guarded = even
    .filter(({ behavior: { name } }) => ['funnel 10%', 'trend, variance 5 × mean'].includes(name))
    .map(({ behavior }) => ({
      what: behavior.name,
      harmed: guardedRate(behavior, 'harmed', 1, times(1000), 97),
      notHarmed: guardedRate(behavior, 'not_harmed', 1 - guardMargin / 100, times(1000), 96),
    }));
  const splits = [
    { what: '2 variants, 50/50', weights: [50, 50] },
    { what: '2 variants, 90/10', weights: [90, 10] },
    { what: '5 variants, even', weights: [20, 20, 20, 20, 20] },
    { what: '2 variants, 99/1', weights: [99, 1] },
    { what: '3 variants, 50/49/1', weights: [50, 49, 1] },
  ];
  const habits = [
    { what: 'counts, 50/50', kind: 'count', weights: [1, 1] },
    { what: 'counts, 90/10', kind: 'count', weights: [9, 1] },
    { what: 'conversions, 50/50', kind: 'proportion', weights: [1, 1] },
  ] as const;
  const adjusted = {
    daily: habits.map(({ what, ...behavior }) => ({ what, said: adjustedDaily(behavior, 60, days, times(800), 89) })),
    coverage: [0, 0.2].map((lift) => {
      return { what: percent(lift), share: adjustedCoverage([400, 400], lift, times(2000), 88) };
    }),
  };
  return {
    ratio: [1000, 100].flatMap((perDay) =>
      splits.map(({ what, weights }) => {
        return { what, perDay, rate: ratioAlarms(weights, weights, perDay, days, times(4000), 90) };
      }),
    ),
    lostHalf: ratioAlarms([50, 49, 1], [50, 24.5, 1], 100, 3, times(4000), 91),
    skewed: shops.map((shop, index) => skewedRates(shop, times(2000), 70 + index)),
    chances: effectCells.map((cell, index) => chanceRates(cell, times(10_000), 60 + index)),
    compatibility: { funnels: compatibility('proportion'), trends: compatibility('count') },
    growing,
    guarded,
    adjusted,
    secondary: ['trend, variance 5 × mean', 'trend, variance 20 × mean'].map((what) => {
      return { what, worse: worseOfSecondary(cellOf(what, 2000), 5, times(2000), 97) };
    }),
    suspicious: suspiciousCells.map((cell) => suspiciousRate(cell, times(1000), 95)),
    withoutPlan: soughtEffects.map((sought) => foundRate(sought, times(1000), 94)),
    alwaysValid: lopsided.map(({ name, weights, lift }) => {
      const misses = alwaysValidMisses(cellOf(name, 0, weights), 1000, lift, days, times(1000), 96);
      return { what: `${name}, ${weights.join('/')}, a true lift of ${percent(lift)}`, misses };
    }),
  };
}

const lopsided = [
  { name: 'funnel 1%', weights: [90, 10], lift: 0 },
  { name: 'funnel 0.1%', weights: [90, 10], lift: 0 },
  { name: 'funnel 10%', weights: [50, 50], lift: 1 },
  { name: 'funnel 1%', weights: [50, 50], lift: 1 },
];

const range = ([low, high]: Range) => `${percent(low)} to ${percent(high)}`;

/** Returns the rows for the document. */
export function otherRows({
  ratio,
  lostHalf,
  skewed,
  chances,
  compatibility,
  growing,
  guarded,
  adjusted,
  secondary,
  suspicious,
  withoutPlan,
  alwaysValid,
}: OtherRates): [what: string, measured: string][] {
  return [
    ...ratio.map(({ what, perDay, rate }): [string, string] => [
      `the sample ratio raises its alarm in ${days} daily looks at the right split, ${whole(perDay)} people a day, ${what}`,
      percent(rate),
    ]),
    [
      'it does in 3 daily looks, 100 people a day, 3 variants, 50/49/1, of which the second loses half',
      percent(lostHalf),
    ],
    ...skewed.map(skewedRow),
    ...chances.map(chanceRow),
    ...growing.map(({ what, planned, unplanned }): [string, string] => [
      `a trend without a window, whose counts grow while it runs (a tenth of the people do most of it), ${what}: better or worse in ${days} daily looks, planned / no plan (limit 5%)`,
      `${percent(planned)} / ${percent(unplanned)}`,
    ]),
    ...guarded.map(({ what, harmed, notHarmed }): [string, string] => [
      `a guardrail with a margin of ${guardMargin}%, ${what}, two test variants, in ${days} daily looks with a plan: "harmed" without a difference (limit 5%) / "not harmed" though both lose ${guardMargin}% (limit 2.5%)`,
      `${percent(harmed)} / ${percent(notHarmed)}`,
    ]),
    ...adjusted.daily.map(({ what, said }): [string, string] => [
      `after CUPED, ${what}, 60 new people a day: better / worse on any of ${days} daily looks with a plan (limit 5% in all)`,
      `${percent(said.better)} / ${percent(said.worse)}`,
    ]),
    [
      `after CUPED, counts of 400 people a variant: the 95% interval covers, lift ${adjusted.coverage.map(({ what }) => what).join(' / ')}`,
      adjusted.coverage.map(({ share }) => percent(share)).join(' / '),
    ],
    ...secondary.map(({ what, worse }): [string, string] => [
      `five secondary metrics without a difference, ${what}, 1,000 people a variant: any "worse" at one look`,
      percent(worse),
    ]),
    ...suspicious.map(suspiciousRow),
    ...withoutPlan.map(foundRow),
    ...alwaysValid.map(({ what, misses }): [string, string] => [
      `${what}, 1,000 people a day: an always-valid interval leaves it out in ${days} daily looks (limit 5%)`,
      percent(misses),
    ]),
    [
      'the compatibility rule says `significant` at one look, 2 variants, even: funnels 50% to 0.1%',
      range(compatibility.funnels),
    ],
    ['the same: trends with variance 1 to 20 × mean, and with a heavy tail', range(compatibility.trends)],
  ];
}

/** Writes the rates that sentences of the window quote. */
export function auditedSource({ ratio, compatibility: { funnels, trends } }: OtherRates): string {
  const rounded = (share: number) => Number(share.toFixed(3));
  const pair = (numbers: Range) => `[${numbers.map(rounded).join(', ')}]`;
  return `/**
 * Rates of wrong claims without a difference, as shares; written by \`npm run audit:statistics\`. \`compatibility\`: the smallest and
 * largest share of looks at which the rule of the compatibility fields is met. \`ratioAlarm\`: of runs with ${days} daily looks.
 */
export const audited = {
  compatibility: { funnels: ${pair(funnels)}, trends: ${pair(trends)} },
  ratioAlarm: { days: ${days}, share: ${rounded(Math.max(...ratio.map(({ rate }) => rate)))} },
} as const;
`;
}
