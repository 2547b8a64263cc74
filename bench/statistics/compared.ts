import { readFile } from 'node:fs/promises';
import { judged } from '../../src-server/experiments/planning/simulated/judged.ts';
import { coverage, dailyWithoutDifference, onceWithoutDifference, powerAtPlan } from './audit.ts';
import { behaviors, type Cell } from './cells.ts';
import { alwaysValidMisses } from './daily.ts';
import { days } from './measure.ts';
import { percent } from './shares.ts';
import { onceOfTrends, worseOfSecondary } from './trends.ts';

/** Measurements from before verdicts rested on evidence by person, and from now. */
export type Compared = { what: string; before: string; now: string };

const joined = (shares: readonly number[]) => shares.map(percent).join(' / ');

export function cellOf(name: string, size: number, weights = [50, 50]): Cell {
  const behavior = behaviors.find((one) => one.name === name);
  if (behavior === undefined) throw new Error(`No behavior ${name}`);
  return { behavior: { ...behavior, size }, variants: weights.length, split: { name: 'even', weights } };
}

const trends = ['trend, variance 5 × mean', 'trend, variance 20 × mean', 'trend, heavy tail'];

/** Measures again every simulated row. `times` scales the usual number of runs. */
function measuredRows(times: (runs: number) => number): Compared[] {
  const once = trends.map((name) => onceOfTrends(cellOf(name, 2000), times(4000), 93));
  const planned = trends.slice(0, 2).map((name) => powerAtPlan(cellOf(name, 2000), times(4000), 95, 10));
  const daily = dailyWithoutDifference(cellOf('funnel 10%', 12_000 * 2), times(2000), 91, days, false);
  const several = [3, 5, 10].map((variants) => {
    const weights = Array.from({ length: variants }, () => 100 / variants);
    return onceWithoutDifference(cellOf('funnel 10%', 10_000 * variants, weights), times(2000), 92);
  });
  const missed = (name: string, weights: number[], lift: number) =>
    alwaysValidMisses(cellOf(name, 0, weights), 1000, lift, days, times(1000), 96);
  return [
    {
      what: 'trends without a difference, 1,000 people a variant, variance 5 / 20 × mean / heavy tail: "worse"',
      before: '20% / 33% / 44%',
      now: joined(once.map(({ worse }) => worse)),
    },
    { what: 'the same: p < 0.05 at one look', before: '39% / 66% / 90%', now: joined(once.map(({ low }) => low)) },
    {
      what: 'the same: the 95% interval of the lift covers',
      before: '60% / 34% / 10%',
      now: joined(trends.map((name) => coverage(cellOf(name, 2000), times(4000), 94, 0)?.once ?? Number.NaN)),
    },
    {
      what: 'five secondary trends, variance 5 / 20 × mean: any row "worse"',
      before: '50% / 82%',
      now: joined(trends.slice(0, 2).map((name) => worseOfSecondary(cellOf(name, 2000), 5, times(2000), 97))),
    },
    {
      what: 'planned trend, +10%, variance 5 / 20 × mean: power (nominal 80%)',
      before: '25% / 9%',
      now: joined(planned.map((one) => one?.power ?? Number.NaN)),
    },
    {
      what: 'the same: the true +10% is called worse',
      before: '13%',
      now: joined(planned.map((one) => one?.worse ?? Number.NaN)),
    },
    {
      what: 'funnels, 400 people a variant a day, 30 daily looks without a plan: ever "better" / "worse"',
      before: '14% / 14%',
      now: joined([daily.better, daily.worse]),
    },
    {
      what: 'funnels without a difference, 3 / 5 / 10 variants, 10,000 people each: "probably better", now "leading"',
      before: '20% / 42% / 67%',
      now: joined(several.map(({ leading }) => leading)),
    },
    {
      what: '90/10 split, 1,000 people a day, funnel 1% / 0.1%: an always-valid interval leaves out zero in 30 daily looks (limit 5%)',
      before: '18% / 33%',
      now: joined(['funnel 1%', 'funnel 0.1%'].map((name) => missed(name, [90, 10], 0))),
    },
    {
      what: 'true lift +100%, 50/50, 1,000 people a day, funnel 10% / 1%: an always-valid interval of the lift misses it (limit 5%)',
      before: '15 to 19%',
      now: joined(['funnel 10%', 'funnel 1%'].map((name) => missed(name, [50, 50], 1))),
    },
  ];
}

/** Returns the verdict for groups with this many conversions. */
function saidOf(groups: readonly [did: number, of: number][], weights: readonly number[]): string {
  const histograms = groups.map(
    ([did, of]) =>
      new Map(
        [
          [0, of - did],
          [1, did],
        ].filter(([, people]) => people !== 0) as [number, number][],
      ),
  );
  const { outcomes } = judged({ kind: 'proportion', weights }, histograms, null);
  return outcomes
    .slice(1)
    .map((outcome) => outcome.replaceAll('_', ' '))
    .join(', ');
}

/** Rows about a single experiment, with the tests that cover them. */
const tested = [
  {
    what: 'exposure by `$feature/…`, 80/20 split, everybody does exactly one event',
    before: '0.250 a person against 1.00, "worse", p = 1.6e-85',
    file: 'src-server/experiments/results/judge/judge.test.ts',
    test: 'an exposure by property is divided by its own people',
    now: '1.00 against 1.00',
  },
  {
    what: 'same final rate, the variant converts sooner, 14-day window, looked at on day 7',
    before: '"better" in 50%',
    file: 'src-server/experiments/results/judge/judge.test.ts',
    test: 'only people past their window decide, unless everyone is requested; both are counted',
    now: 'people within their window are not counted',
  },
  {
    what: 'stopped early',
    before: 'no caution; the dialog suggests "won"',
    file: 'src-server/experiments/results/judge/judge.test.ts',
    test: 'if stopped before the plan, only the looks decide, and the early stop stays a caution',
    now: 'the caution stays, "leading" is inconclusive',
  },
  {
    what: 'one variant of several without exposures',
    before: '`variants: []`',
    file: 'src-server/experiments/results/judge/judge.test.ts',
    test: 'the better variant is named whatever a small or empty variant shows',
    now: 'listed with 0; the others are compared',
  },
  {
    what: '10 variants without a difference, a share of 10%, 2,000 people each, at the planned size: the 96.5% interval that the verdict quotes leaves out zero',
    before: '19.2%',
    file: 'src-server/experiments/results/verdict/quoted-intervals.test.ts',
    test: 'where nothing differs, the quoted interval leaves out zero as rarely as it says',
    now: '1.3%',
  },
  {
    what: 'mean of a property that a tenth of the people have, amounts of lognormal values (sigma 0.6) grow by 60%: power (nominal 80%)',
    before: '66%',
    file: 'src-server/experiments/planning/amounts.test.ts',
    test: 'a plan for a mean has its power also where the amounts grow, not the people who pay',
    now: '81%',
  },
  {
    what: 'Holm over several metrics',
    before: 'on the primary metric alone',
    file: 'src-server/experiments/results/verdict/verdict.test.ts',
    test: 'p-values are adjusted over the variants, for secondary metrics over all metrics',
    now: 'over all rows of all secondary metrics',
  },
];

export async function testedRows(): Promise<Compared[]> {
  return Promise.all(
    tested.map(async ({ what, before, file, test, now }) => {
      if (!(await readFile(file, 'utf8')).includes(test)) throw new Error(`${file} has no test "${test}"`);
      return { what, before, now: `${now} (test "${test}")` };
    }),
  );
}

/** Lists every row measured before. `part`: share of the usual runs. */
export async function comparedRows(part: number): Promise<Compared[]> {
  return [
    ...measuredRows((runs) => Math.ceil(runs * part)),
    {
      what: '0 of 10,000 against 0 of 101',
      before: '`significant: true`, "probably better"',
      now: saidOf(
        [
          [0, 10_000],
          [0, 101],
        ],
        [50, 50],
      ),
    },
    {
      what: 'control 500 of 5,000, A 650 of 5,000, B 14 of 100',
      before: 'speaks of B only',
      now: `A and B: ${saidOf(
        [
          [500, 5000],
          [650, 5000],
          [14, 100],
        ],
        [49.5, 49.5, 1],
      )}; A is named (test "the better variant is named whatever a small or empty variant shows")`,
    },
    ...(await testedRows()),
  ];
}
