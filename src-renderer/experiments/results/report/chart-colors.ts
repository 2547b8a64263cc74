import type { Experiment } from '#server/experiments/contract.ts';

/** Of the light theme: an image has no style sheet. */
export const chartColors = {
  text: '#18201f',
  'text-dim': '#56635f',
  hairline: '#dfe4e2',
  surface: '#fcfdfc',
  ok: '#17693b',
  danger: '#b3261e',
  neutral: '#4d5956',
  'data-1': '#0b6fa8',
  'data-2': '#b85c00',
  'data-3': '#00826b',
  'data-4': '#7d4bb0',
  'data-5': '#6b5d00',
  'data-6': '#b23a70',
};

const data = ['data-1', 'data-2', 'data-3', 'data-4', 'data-5', 'data-6'] as const;

/** Returns the color that the variant has in the window, in the light theme. */
export function chartColor({ variants }: Pick<Experiment, 'variants'>, key: string): string {
  const index = variants.findIndex((variant) => variant.key === key);
  return index === -1 ? chartColors.neutral : chartColors[data[index % data.length] ?? 'data-1'];
}
