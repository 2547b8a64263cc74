import type { Experiment } from '#server/experiments/contract.ts';
import type { MetricResult, SecondaryResult } from '#server/experiments/results/results-contract.ts';
import type { SimulationMark } from '../../../simulation/simulation-mark.ts';
import { chartColors } from './chart-colors.ts';
import { effectDrawing } from './effect-svg.ts';
import { type Drawing, liftDrawing } from './lift-svg.ts';
import { element, label } from './svg.ts';

const [WIDTH, MARGIN, GAP] = [800, 20, 32];

type Charted = {
  experiment: Experiment;
  result: MetricResult;
  secondary: readonly SecondaryResult[];
  mark: SimulationMark | null;
};

/** Writes the charts of the report as one image, in the light theme; null while there are no numbers. */
export function reportSvg({ experiment, result, secondary, mark }: Charted): string | null {
  const metrics = [result, ...secondary].filter(({ variants }) => variants.length > 0);
  if (metrics.length === 0) return null;
  const title: Drawing = {
    height: 16,
    parts: [label(0, 14, experiment.name, { 'font-size': 16, 'font-weight': 600 })],
  };
  const drawings = [title, liftDrawing(experiment, metrics, mark), effectDrawing(experiment, result)].filter(
    (drawing) => drawing !== null,
  );
  let top = MARGIN;
  const placed = drawings.map(({ height, parts }) => {
    const group = element('g', { transform: `translate(${MARGIN} ${top})` }, parts);
    top += height + GAP;
    return group;
  });
  const [width, height] = [WIDTH + 2 * MARGIN, top];
  return element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
      'font-family': 'Inter, system-ui, sans-serif',
      'font-size': 12,
      fill: chartColors.text,
    },
    [element('rect', { width, height, fill: chartColors.surface }), ...placed],
  );
}
