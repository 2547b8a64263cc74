import { whole } from '../figures/numbers.ts';
import { errorOf, limits } from './limits.ts';
import { days, lifts, type Measured, nearLimit, plannedEffect } from './measure.ts';
import { type OtherRates, otherRows } from './others.ts';
import { percent } from './shares.ts';

/** Standard errors by which a measured share may exceed its limit by chance, over all cells. */
const allowedErrors = 3;

/** Names the limits that a cell misses by more than `errors` standard errors. */
export function missesOf(
  { once, planned, unplanned, coverage, power }: Measured,
  errors: number = allowedErrors,
): string[] {
  const isAbove = (share: number, limit: number, count: number) => share - limit > errors * errorOf(limit, count);
  const isBelow = (share: number, limit: number, count: number) => limit - share > errors * errorOf(limit, count);
  const said = (name: string, share: number, limit: number, count: number) =>
    isAbove(share, limit, count) ? [`${name} ${percent(share)}`] : [];
  const covered = coverage.flatMap((one, index) => {
    if (one === null) return [];
    const at = `at ${percent(lifts[index] ?? 0)}`;
    const [low, high] = limits.coverage;
    return [
      ...(isBelow(one.once, low, one.runs) || isAbove(one.once, high, one.runs)
        ? [`coverage ${percent(one.once)} ${at}`]
        : []),
      ...(isBelow(one.always, limits.always, one.runs) ? [`always-valid coverage ${percent(one.always)} ${at}`] : []),
    ];
  });
  const [low, high] = limits.power;
  const isOff = power !== null && (isBelow(power.power, low, power.runs) || isAbove(power.power, high, power.runs));
  return [
    ...said('better', once.better, limits.once, once.runs),
    ...said('worse', once.worse, limits.once, once.runs),
    ...said('leading', once.leading, limits.leading, once.runs),
    ...said('daily, planned', planned.better + planned.worse, limits.daily, planned.runs),
    ...said('daily, no plan', unplanned.better + unplanned.worse, limits.daily, unplanned.runs),
    ...covered,
    ...(isOff ? [`power ${percent(power.power)}`] : []),
  ];
}

const either = (share: number | null | undefined) => (share === null || share === undefined ? '–' : percent(share));

function rowOf(measured: Measured): string[] {
  const { variants, split, behavior, once, planned, unplanned, coverage, power } = measured;
  const shownOf = (of: 'once' | 'always') => coverage.map((one) => either(one?.[of])).join(' / ');
  return [
    behavior,
    String(variants),
    split,
    `${percent(once.better)} / ${percent(once.worse)}`,
    percent(once.leading),
    percent(planned.better + planned.worse),
    percent(unplanned.better + unplanned.worse),
    shownOf('once'),
    shownOf('always'),
    either(power?.power),
  ];
}

const header = [
  'people do',
  'variants',
  'control / others',
  'better / worse, one look',
  'leading, one look',
  `better or worse in ${days} daily looks, planned`,
  'no plan',
  `95% interval covers, lift ${lifts.map(percent).join(' / ')}`,
  'always-valid covers',
  'power at the planned size',
];

/** The usual situations, and those of kinds of metrics and caps. */
type Audited = { all: readonly Measured[]; kinds: readonly Measured[] };

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

const tableOf = (rows: readonly Measured[]) =>
  [line(header), `|${header.map(() => '---').join('|')}|`, ...rows.map((one) => line(rowOf(one)))].join('\n');

/** Writes `docs/statistics.md`. */
export function reportOf({ all, kinds }: Audited, others: OtherRates): string {
  const every = [...all, ...kinds];
  const missed = every.flatMap((one) =>
    missesOf(one).map((text) => `${one.behavior}, ${one.variants} variants, ${one.split}: ${text}`),
  );
  const runsOf = (of: readonly Measured[]) => ({
    once: Math.min(...of.map((one) => one.once.runs)),
    planned: Math.min(...of.map((one) => one.planned.runs)),
    unplanned: Math.min(...of.map((one) => one.unplanned.runs)),
  });
  const { once, planned, unplanned } = runsOf(all);
  const ofKinds = runsOf(kinds);
  const fewest = (of: (one: Measured) => number) => Math.min(...all.map(of));
  const power = fewest((one) => one.power?.runs ?? Number.POSITIVE_INFINITY);
  const covered = fewest((one) => one.coverage[0]?.runs ?? Number.POSITIVE_INFINITY);
  const passed = every.filter((one) => missesOf(one, 0).length > 0).length;
  const worst = (of: (one: Measured) => number) => percent(Math.max(...every.map(of)));
  return `# How often the page is wrong

\`npm run audit:statistics\` draws experiments from a seed and judges them by the functions that judge real ones.
"Better", "worse" and "leading" count for any variant. In the worst of ${every.length} situations without a difference there is

- at the planned size "better" in ${worst(({ once }) => once.better)} and "worse" in ${worst(({ once }) => once.worse)} of runs (limit 2.5% each);
- with looks on ${days} days either of them in ${worst(({ planned }) => planned.better + planned.worse)} of runs with a plan and in ${worst(({ unplanned }) => unplanned.better + unplanned.worse)} without one (limit 5%);
- at one look "leading" in ${worst(({ once }) => once.leading)} of runs (limit ${limits.leading * 100}%).

Each situation has at least ${whole(once)} runs at one look, ${whole(planned)} over daily looks with a plan and ${whole(unplanned)} without one, ${whole(covered)} for each lift
and ${whole(power)} for the power. The power is that of the planned effect of +${plannedEffect}%, at the alpha that a plan leaves for its one test. Where a share is
near its limit, there are ${nearLimit.times} times as many runs.

A measured share varies by chance. At a true 2.5% and ${whole(once)} runs it is up to ${percent(limits.once + allowedErrors * errorOf(limits.once, once))}. At a true 5% it is up to ${percent(limits.daily + allowedErrors * errorOf(limits.daily, planned))} with ${whole(planned)} runs,
and up to ${percent(limits.daily + allowedErrors * errorOf(limits.daily, unplanned))} with ${whole(unplanned)} runs. A limit counts as missed from ${allowedErrors} standard errors on. Intervals are those that the page shows
without "too little to say". Those of a trend cover the ratio of the capped means.

${missed.length === 0 ? `No limit is missed by ${allowedErrors} standard errors or more. ${passed === 0 ? 'No single value passes its limit either.' : `${passed} of ${every.length} situations have a value that passes its limit by less.`}` : `Limits missed:\n\n${missed.map((text) => `- ${text}`).join('\n')}`}

## Other claims

${[line(['what', 'measured']), '|---|---|', ...otherRows(others).map((row) => line(row))].join('\n')}

## Every situation

${tableOf(all)}

## Kinds of metrics and caps

With fewer runs: at least ${whole(ofKinds.once)} at one look, ${whole(ofKinds.planned)} over daily looks with a plan and ${whole(ofKinds.unplanned)} without one, of 5,000 people or more. The power and a
doubled mean are not measured here. A mean with refunds has negative values.

${tableOf(kinds)}
`;
}
