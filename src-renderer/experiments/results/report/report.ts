import type { Experiment } from '#server/experiments/contract.ts';
import { valueFormats } from '#server/experiments/metrics/kind-contract.ts';
import type { MetricResult, SecondaryResult, VariantResult } from '#server/experiments/results/results-contract.ts';
import { minimumEffectOf } from '#server/experiments/results/words/minimum-effect-contract.ts';
import { rehearsalWords } from '#server/experiments/results/words/rehearsal-contract.ts';
import { countText, kindOfResult, personValueText } from '#server/experiments/results/words/result-text-contract.ts';
import { verdictWords } from '#server/experiments/results/words/verdict-words-contract.ts';
import { csvText } from '#server/http/csv-contract.ts';
import type { SimulationMark } from '../../../simulation/simulation-mark.ts';
import { formatCount } from '../../../ui/format.ts';
import { resultMetricWords } from '../../setup/metrics/metric-words.ts';
import { conclusionWords, experimentWords } from '../../words.ts';
import { healthChecks } from '../health/health-words.ts';
import { cupedWords } from '../metrics/cuped-words.ts';
import { comparisonTexts, shownInterval } from '../metrics/results-numbers.ts';
import { shrunkenText } from '../metrics/shrunken-lift.tsx';
import { trueLiftText } from '../metrics/true-lifts.ts';
import { resultTableWords } from '../metrics/words.ts';
import { metricName } from '../results-words.ts';
import { words } from '../words.ts';
import { reportSvg } from './report-svg.ts';

const { report: text } = words;
const { columns } = resultTableWords;

/** `link`: the address of the results. `mark`: what is true of simulated users. */
export type Report = {
  experiment: Experiment;
  result: MetricResult;
  secondary: SecondaryResult[];
  link: string;
  mark: SimulationMark | null;
};

/** Writes the report with the same words as the page. */
export function reportMarkdown(report: Report): string {
  const { experiment, result, secondary } = report;
  const verdict = verdictWords(experiment, result);
  const rehearsal = rehearsalWords(result);
  const charts = reportSvg(report);
  const parts = [
    `# ${inline(experiment.name)}`,
    ...(experiment.description === '' ? [] : [`**${experimentWords.hypothesis}:** ${inline(experiment.description)}`]),
    `**${inline(verdict.title)}.** ${inline([verdict.text, ...verdict.next].join(' '))}`,
    ...(rehearsal === null ? [] : [`*${rehearsal}*`]),
    ...(verdict.guardrails.length === 0
      ? []
      : [[`**${text.guardrails}**`, '', ...verdict.guardrails.map((one) => `- ${inline(one)}`)].join('\n')]),
    ...(verdict.cautions.length === 0 ? [] : [verdict.cautions.map((caution) => `- ${inline(caution)}`).join('\n')]),
    ...conclusionLines(experiment),
    factsTable(report),
    ...(charts === null ? [] : [`![${text.charts}][charts]`]),
    ...[result, ...secondary].flatMap((metric) => metricLines(report, metric)),
    ...healthLines(report),
    ...(result.basis === null ? [] : [text.prior(result.basis.prior_sd)]),
    `${text.footer(result.computed_at)} [${text.open}](<${report.link}>)`,
    // At the end, out of the way of the text's readers.
    ...(charts === null ? [] : [`[charts]: <data:image/svg+xml,${encodeURIComponent(charts)}>`]),
  ];
  return `${parts.join('\n\n')}\n`;
}

function conclusionLines({ conclusion, conclusion_comment: comment }: Experiment): string[] {
  if (conclusion === null && comment === '') return [];
  if (conclusion === null) return [`**${text.note}:** ${inline(comment)}`];
  return [`${text.conclusion(conclusionWords[conclusion])}${comment === '' ? '' : `. ${inline(comment)}`}`];
}

function factsTable({ experiment, result }: Report): string {
  const rows: [string, string][] = [
    [text.flag, `\`${experiment.feature_flag_key.replaceAll('`', '')}\``],
    [text.status, experiment.archived ? text.archived(experiment.status) : experiment.status],
    [text.run, result.run === null ? '–' : text.times(result.run.start, result.run.end)],
    [columns.people, result.exposure === null ? '–' : formatCount(result.exposure.total)],
    [text.variants, experiment.variants.map(({ key, rollout_percentage: weight }) => `${key} ${weight}%`).join(', ')],
  ];
  return table(['', ''], rows);
}

function metricLines({ experiment, mark }: Report, metric: MetricResult | SecondaryResult): string[] {
  const title = `## ${inline(metricName(metric))}`;
  if (metric.variants.length === 0) {
    const verdict = verdictWords(experiment, metric);
    return [title, inline([verdict.text, ...verdict.next].join(' '))];
  }
  const kind = kindOfResult(metric);
  const rows = metric.variants.map((variant) => {
    const { evidence, outcome } = variant;
    const { lift, interval, alwaysValid, p, chance } = comparisonTexts(evidence.versus);
    return [
      variant.key,
      formatCount(evidence.people),
      countText(kind, evidence),
      `${personValueText(kind, evidence)} (${shownInterval(kind, evidence)})`,
      outcome === 'reference' ? resultTableWords.reference : lift,
      interval,
      alwaysValid,
      shrunkenText(evidence.versus),
      p,
      chance,
      ...(mark === null ? [] : [trueLiftText(mark, metric, variant.key)]),
    ];
  });
  const header = [
    columns.variant,
    columns.people,
    valueFormats[kind].counted,
    valueFormats[kind].unit,
    columns.lift,
    text.interval,
    columns.alwaysValid,
    columns.shrunken,
    text.p,
    columns.chance,
    ...(mark === null ? [] : [columns.truth]),
  ];
  return [title, inline(resultMetricWords(metric)), table(header, rows), ...metricNotes(metric)];
}

/** Says what CUPED did, where lifts stand to the smallest effect that matters, and what the chances are of. */
function metricNotes(metric: MetricResult): string[] {
  const lines = metric.variants.flatMap(({ key, evidence }) => {
    const words = minimumEffectOf(metric, evidence.versus);
    return words === null ? [] : [`- \`${key.replaceAll('`', '')}\`: ${words.sentence}`];
  });
  const cuped = cupedWords(metric);
  return [
    ...(cuped === null ? [] : [inline(cuped)]),
    ...(lines.length === 0 ? [] : [lines.join('\n')]),
    ...(metric.basis === null ? [] : [`${columns.chance}: ${resultTableWords.shrunken.chance(metric.basis.prior_sd)}`]),
  ];
}

function healthLines({ experiment, result }: Report): string[] {
  // A rehearsal is said with the verdict.
  const checks = healthChecks(experiment, result).filter(({ id }) => id !== 'rehearsal');
  if (checks.length === 0) return [];
  const lines = checks.map(({ word, cause, next, tone }) =>
    tone === 'ok' ? `- ${inline(word)}` : `- **${inline(word)}**: ${inline(cause)} ${inline(next)}`,
  );
  return [`## ${text.health}`, lines.join('\n')];
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => inline(cell).replaceAll('|', '\\|')).join(' | ')} |`;
  return [
    line(header),
    `|${header.map((_, index) => (index === 0 ? '---' : '---:')).join('|')}|`,
    ...rows.map(line),
  ].join('\n');
}

/** Puts the text on one line, and escapes what would be markup: "< 0.1%" would not. */
function inline(markup: string): string {
  return markup.replaceAll(/\s+/g, ' ').replaceAll(/<(?=[a-z/!?])|\\/gi, String.raw`\$&`);
}

/** Writes the server's answers unchanged. */
export function reportJson({ experiment, result, secondary }: Report): string {
  return `${JSON.stringify({ experiment, result, secondary_results: secondary }, null, 2)}\n`;
}

/** Writes a row per metric and variant, with plain numbers. */
export function reportCsv({ experiment, result, secondary }: Report): string {
  const rows = [result, ...secondary].flatMap((metric) =>
    metric.variants.map((variant) => csvCells(experiment, metric, variant)),
  );
  return csvText([csvColumns, ...rows]);
}

const csvColumns = [
  'experiment',
  'metric',
  'insight',
  'direction',
  'status',
  'significance_code',
  'variant',
  'people',
  'count',
  'value',
  'value_low',
  'value_high',
  'lift',
  'lift_low',
  'lift_high',
  'difference',
  'difference_low',
  'difference_high',
  'always_valid_low',
  'always_valid_high',
  'shrunken_lift',
  'shrunken_low',
  'shrunken_high',
  'suspicious',
  'p_value',
  'p_value_adjusted',
  'chance_to_be_best',
  'rehearsal',
  'computed_at',
  'kind',
  'minimum_effect',
  'minimum_effect_reached',
  'cuped',
  'cuped_days',
  'cuped_variance_reduction',
  'cuped_value',
  'unadjusted_lift',
  'unadjusted_lift_low',
  'unadjusted_lift_high',
  'unadjusted_p_value',
  'chance_to_win',
];

function csvCells(experiment: Experiment, metric: MetricResult, variant: VariantResult): unknown[] {
  const { evidence } = variant;
  const { versus } = evidence;
  const cuped = metric.basis?.cuped;
  return [
    experiment.name,
    metricName(metric),
    metric.metric?.insight,
    metric.metric?.direction,
    metric.status,
    metric.significance_code,
    variant.key,
    evidence.people,
    evidence.count,
    evidence.value,
    ...(evidence.interval ?? [null, null]),
    versus?.lift,
    ...(versus?.lift_interval ?? [null, null]),
    versus?.difference,
    ...(versus?.difference_interval ?? [null, null]),
    ...(versus?.always_valid_interval ?? [null, null]),
    versus?.shrunken?.lift,
    ...(versus?.shrunken?.interval ?? [null, null]),
    versus?.is_suspicious,
    versus?.p_value,
    versus?.p_value_adjusted,
    variant.probability,
    metric.health?.is_rehearsal,
    metric.computed_at,
    metric.metric?.kind,
    metric.metric?.minimum_effect,
    versus?.minimum_effect,
    cuped?.state,
    cuped?.days,
    cuped?.variance_reduction,
    evidence.adjusted_value,
    versus?.unadjusted?.lift,
    ...(versus?.unadjusted?.lift_interval ?? [null, null]),
    versus?.unadjusted?.p_value,
    versus?.shrunken?.chance_to_win,
  ];
}
