import { area, line } from 'd3-shape';
import { controlKey, type Experiment } from '#server/experiments/contract.ts';
import type { MetricResult } from '#server/experiments/results/results-contract.ts';
import { dayMarks } from '../../../ui/charts/marks.ts';
import { positionOn } from '../../../ui/charts/scale.ts';
import { bandOf, effectPoints, effectScale, lineOf } from '../charts/effect-days.ts';
import { liftTick } from '../metrics/results-numbers.ts';
import { words } from '../words.ts';
import { chartColor, chartColors } from './chart-colors.ts';
import type { Drawing } from './lift-svg.ts';
import { element, label, rule } from './svg.ts';

const [LEFT, RIGHT, TOP, HEIGHT] = [60, 740, 28, 200];
const x = (share: number) => LEFT + share * (RIGHT - LEFT);
const y = (share: number) => TOP + (1 - Math.min(1, Math.max(0, share))) * HEIGHT;
const shape = area<readonly [number, number, number]>()
  .x(([at]) => x(at))
  .y0(([, low]) => y(low))
  .y1(([, , high]) => y(high))
  .digits(1);
const path = line<readonly [number, number]>()
  .x(([at]) => x(at))
  .y(([, up]) => y(up))
  .digits(1);

/** Draws the lift of each test variant at the end of each day, with its interval; null without days that have one. */
export function effectDrawing(experiment: Experiment, metric: MetricResult): Drawing | null {
  const series = metric.variants
    .filter(({ key }) => key !== controlKey)
    .map(({ key }) => ({
      key,
      color: chartColor(experiment, key),
      points: effectPoints(metric.days, key, 'lift'),
    }));
  if (!series.some(({ points }) => points.some(({ interval }) => interval !== null))) return null;
  const scale = effectScale(
    series.map(({ points }) => points),
    'lift',
  );
  const dates = metric.days.map(({ date }) => date);
  const parts = [
    label(0, 14, words.effect.labels.lift, { 'font-weight': 600 }),
    ...scale.ticks.flatMap((tick) => {
      const at = y(positionOn(scale, tick));
      const stroke = tick === 0 ? chartColors['text-dim'] : chartColors.hairline;
      const text = label(LEFT - 8, at + 4, liftTick(tick), { 'text-anchor': 'end', fill: chartColors['text-dim'] });
      return [rule(LEFT, at, RIGHT, at, { stroke }), text];
    }),
    ...series.map(({ color, points }) =>
      element('path', { d: shape(bandOf(points, scale, 'interval')) ?? '', fill: color, 'fill-opacity': 0.18 }),
    ),
    ...series.map(({ color, points }) =>
      element('path', { d: path(lineOf(points, scale)) ?? '', fill: 'none', stroke: color, 'stroke-width': 2 }),
    ),
    ...dayMarks(dates).map(({ share, text }) =>
      label(x(share), TOP + HEIGHT + 18, text, { 'text-anchor': 'middle', fill: chartColors['text-dim'] }),
    ),
    ...series.flatMap(({ key, color }, index) => [
      element('rect', { x: LEFT + index * 160, y: TOP + HEIGHT + 32, width: 10, height: 10, rx: 2, fill: color }),
      label(LEFT + index * 160 + 16, TOP + HEIGHT + 41, key, { 'font-family': 'monospace' }),
    ]),
  ];
  return { height: TOP + HEIGHT + 48, parts };
}
