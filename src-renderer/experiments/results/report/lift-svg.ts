import type { Experiment } from '#server/experiments/contract.ts';
import type { MetricResult, SecondaryResult, VariantResult } from '#server/experiments/results/results-contract.ts';
import { tooSmall } from '#server/experiments/results/words/minimum-effect-contract.ts';
import { liftIntervalText, liftText } from '#server/experiments/results/words/result-text-contract.ts';
import { type SimulationMark, trueLiftOf } from '../../../simulation/simulation-mark.ts';
import { positionOn, type Scale, type Span, spanOn } from '../../../ui/charts/scale.ts';
import { sharedScale } from '../charts/lift-scale.ts';
import { intervalOutcome } from '../metrics/interval-outcome.ts';
import { liftsOf, liftTick } from '../metrics/results-numbers.ts';
import { resultTableWords } from '../metrics/words.ts';
import { metricName } from '../results-words.ts';
import { chartColor, chartColors } from './chart-colors.ts';
import { element, label, rule } from './svg.ts';

/** A part of a drawing, from y = 0 down. */
export type Drawing = { height: number; parts: string[] };

const ROW = 30;
const [LEFT, RIGHT] = [190, 560];

/** Draws the lifts of all metrics on one axis, a row per test variant. */
export function liftDrawing(
  experiment: Experiment,
  metrics: readonly (MetricResult | SecondaryResult)[],
  mark: SimulationMark | null,
): Drawing {
  const scale = sharedScale(metrics, mark);
  const title =
    mark === null ? resultTableWords.axes.lift : `${resultTableWords.axes.lift}; ◇ ${resultTableWords.legend.truth}`;
  const parts = [label(0, 14, title, { 'font-weight': 600 })];
  const top = 44;
  let y = top;
  for (const metric of metrics) {
    parts.push(label(0, y + 18, metricName(metric), { 'font-weight': 600 }));
    y += 26;
    for (const variant of metric.variants.filter(({ evidence }) => evidence.versus !== null)) {
      parts.push(
        ...bandOf(metric, scale, y),
        ...variantRow(experiment, variant, scale, y + ROW / 2),
        ...truthMark(trueLiftOf(mark, metric, variant.key), scale, y + ROW / 2 - 11),
      );
      y += ROW;
    }
  }
  return { height: y, parts: [...axis(scale, top, y), ...parts] };
}

const place = (scale: Scale, value: number) => LEFT + positionOn(scale, value) * (RIGHT - LEFT);

function axis(scale: Scale, top: number, bottom: number): string[] {
  return scale.ticks.flatMap((tick) => [
    rule(place(scale, tick), top, place(scale, tick), bottom, {
      stroke: tick === 0 ? chartColors['text-dim'] : chartColors.hairline,
    }),
    label(place(scale, tick), top - 6, liftTick(tick), { 'text-anchor': 'middle', fill: chartColors['text-dim'] }),
  ]);
}

/** Draws the lifts that are too small to matter, behind a row. */
function bandOf(metric: MetricResult, scale: Scale, y: number): string[] {
  const band = tooSmall(metric);
  if (band === null) return [];
  const { from, to } = spanOn(scale, band);
  const size = { x: LEFT + from * (RIGHT - LEFT), y, width: (to - from) * (RIGHT - LEFT), height: ROW };
  return [element('rect', { ...size, fill: chartColors['text-dim'], 'fill-opacity': 0.12 })];
}

function variantRow(experiment: Experiment, variant: VariantResult, scale: Scale, y: number): string[] {
  const { lift, interval, sequential } = liftsOf(variant.evidence.versus);
  const outcome = intervalOutcome(variant);
  const color = chartColor(experiment, variant.key);
  const tone = outcome === undefined ? color : chartColors[outcome === 'won' ? 'ok' : 'danger'];
  const mark = outcome === undefined ? '' : outcome === 'won' ? ' ✓' : ' ✕';
  const numbers =
    lift === null ? resultTableWords.noLiftShort : `${liftText(lift, interval)} (${liftIntervalText(interval)})`;
  return [
    element('rect', { x: 12, y: y - 5, width: 10, height: 10, rx: 2, fill: color }),
    label(28, y + 4, variant.key, { 'font-family': 'monospace' }),
    ...(sequential === null ? [] : [reach(scale, sequential, y + 8, 1, chartColors['text-dim'])]),
    ...(interval === null ? [] : [reach(scale, interval, y - 3, 6, tone)]),
    ...(lift === null
      ? []
      : [element('rect', { x: place(scale, lift) - 1.5, y: y - 7, width: 3, height: 14, fill: chartColors.text })]),
    label(RIGHT + 16, y + 4, `${numbers}${mark}`, { fill: outcome === undefined ? chartColors.text : tone }),
  ];
}

/** Draws a diamond above the interval. */
function truthMark(truth: number | null, scale: Scale, y: number): string[] {
  if (truth === null) return [];
  const x = place(scale, truth);
  const points = `${x},${y - 4} ${x + 4},${y} ${x},${y + 4} ${x - 4},${y}`;
  return [element('polygon', { points, fill: chartColors.surface, stroke: chartColors.text })];
}

function reach(scale: Scale, interval: Span, y: number, height: number, fill: string): string {
  const { from, to } = spanOn(scale, interval);
  const width = Math.max(2, (to - from) * (RIGHT - LEFT));
  return element('rect', { x: LEFT + from * (RIGHT - LEFT), y, width, height, rx: height / 2, fill });
}
