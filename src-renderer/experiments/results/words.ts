import { formatDateTime } from '#server/core/text/dates-contract.ts';
import { countWords } from '#server/core/text/numbers-contract.ts';
import { audited } from '#server/experiments/results/audited-contract.ts';
import type { SplitCheck } from '#server/experiments/results/results-contract.ts';
import { paceDays } from '#server/experiments/results/rules-contract.ts';
import { windowWords } from '#server/experiments/results/words/days-contract.ts';
import { minExpected, type SplitMethod } from '#server/statistics/contract.ts';
import { coverage, intervalName } from '../../metrics/interval-words.ts';
import { formatPercent } from '../../ui/format.ts';
import { exactText } from './metrics/results-numbers.ts';

const { funnels, trends } = audited.compatibility;
const between = ([low, high]: readonly [number, number]) => `${Math.round(100 * low)} to ${formatPercent(high, 0)}`;

/** What the verdict, the charts, the tables and the report show, without the sentences of a verdict and of the health checks. */
export const words = {
  compatibility: `For clients of the API: everyone, at one look; the verdict does not use it. Without a difference it was met in ${between(funnels)} of simulated funnels and ${between(trends)} of trends.`,
  verdict: {
    computed: 'computed',
    cautions: 'Cautions',
    guardrails: 'Guardrails',
    openSetup: 'Open the setup',
    chooseMetric: 'Choose the primary metric',
    watch: 'Watch for exposures in Live',
    or: ' or ',
    openFlag: 'open the flag',
    exposed: 'Exposed people',
    mature: (days: number) => `of them past their ${windowWords(days)}`,
    planned: 'Planned',
    needed: (effect: number) => `Needed for a ${effect}% effect`,
    perDay: `New people per day, last ${paceDays} days`,
    timeLeft: 'Time left',
    none: 'none',
  },
  health: {
    label: 'Health of the experiment',
    next: 'Next:',
    ratioTable: 'Observed and expected people',
    variant: 'Variant',
    weight: 'Weight',
    observed: 'Observed',
    expected: 'Expected',
    deviation: 'Deviation',
    splitTests: {
      chi_squared: (p, { chi_squared: value, degrees_of_freedom: degrees }) =>
        `Chi-squared ${exactText(value)} with ${countWords(degrees, 'degree')} of freedom, p ${p}.`,
      exact_binomial: (p) =>
        `Fewer than ${minExpected} people are expected in a variant, so the split has exact binomial tests: p ${p}.`,
    } satisfies Record<SplitMethod, (p: string, ratio: SplitCheck) => string>,
    changes: 'Changes during the run',
  },
  exposures: {
    title: 'Exposures',
    shown: { label: 'Exposures in total or per day', names: { total: 'Total', perDay: 'Per day' } },
    labels: { total: 'Exposed people up to each day, by variant', perDay: 'New exposed people per day, by variant' },
    nobody: 'nobody',
    total: (counts: string) => `in total, ${counts}`,
    day: 'Day (UTC)',
    legend: 'Exposed people by variant',
  },
  effect: {
    none: 'No daily results yet.',
    measure: { label: 'Lift or value over time', names: { lift: 'Lift', value: 'Value' } },
    labels: {
      lift: 'Lift by variant at the end of each day',
      value: 'Value by variant at the end of each day',
    },
    note: 'Values at the end of each day, of the people who count now.',
    peeking: 'Do not stop at the best day.',
    noLift: 'There is no lift while control is not above zero, or a variant has nobody. See the values instead.',
    noneYet: 'none yet',
    interval: `Shaded: ${intervalName}`,
    alwaysValid: 'Dashed: always-valid interval',
    utc: 'Days in UTC',
    columns: {
      day: 'Day (UTC)',
      people: (variant: string) => `People, ${variant}`,
      of: { lift: (variant: string) => `Lift, ${variant}`, value: (variant: string) => `Value, ${variant}` },
      interval: (variant: string) => `${intervalName}, ${variant}`,
      alwaysValid: (variant: string) => `Always valid, ${variant}`,
    },
  },
  details: {
    label: (metric: string) => `Sections of ${metric}`,
    time: 'Over time',
    novelty: 'By days since exposure',
    steps: 'Funnel steps',
    breakdown: 'Breakdown',
    working: 'Show the working',
    workingNote:
      'Each number with its formula and inputs. Nothing is sampled, so the same counts give the same numbers.',
    copyWorking: 'Copy the working',
    copied: 'Copied',
  },
  report: {
    button: 'Report',
    download: 'Download',
    copy: 'Copy',
    downloadAs: (format: string) => `Download ${format}`,
    copyAs: (format: string) => `Copy ${format}`,
    copied: (format: string) => `The report is copied as ${format}.`,
    footer: (at: string) =>
      `Computed at ${formatDateTime(at)}. Intervals have ${coverage} coverage for one look; always-valid intervals hold at any number of looks.`,
    prior: (priorSd: number) =>
      `Shrunken lifts are the lifts to expect under the prior (standard deviation ${priorSd} of the log ratio).`,
    charts: 'Charts of the results',
    open: 'Open the results',
    print: 'Print',
    note: 'Note',
    conclusion: (word: string) => `Conclusion: **${word}**`,
    flag: 'Flag',
    status: 'Status',
    archived: (status: string) => `${status}, archived`,
    run: 'Run',
    times: (start: string, end: string) => `${formatDateTime(start)} to ${formatDateTime(end)}`,
    variants: 'Variants',
    interval: intervalName,
    p: 'p (adjusted)',
    health: 'Health',
    guardrails: 'Guardrails',
  },
};
