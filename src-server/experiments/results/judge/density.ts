import { betaPosterior, density } from '../../../statistics/statistics.ts';
import type { Statistic } from '../../metrics/kind-contract.ts';
import type { Evidence } from './evidence-contract.ts';
import { zOfInterval as z } from './normal-estimate.ts';

const points = 61;
/** Standard deviations drawn on each side: 99.9%. */
const reach = 3.29;

/**
 * Returns the curve to draw above the interval of a value, points (value, density): of a share its posterior, of a mean the
 * normal or lognormal that the interval comes from. Empty without people, or without variation.
 */
export function densityOf(kind: Statistic, { people, count, value, interval }: Evidence): [number, number][] {
  if (value === null || interval === null) return [];
  if (kind === 'proportion') return density(betaPosterior(count, people - count), points);
  const deviation = (interval[1] - interval[0]) / (2 * z);
  const isSymmetric = Math.abs(interval[0] + interval[1] - 2 * value) < 1e-9 * deviation;
  // The interval of a skewed mean has its middle beside it.
  const middle = isSymmetric ? value : Math.sqrt(interval[0] * interval[1]);
  const spread = isSymmetric ? deviation : middle > 0 ? Math.log(interval[1] / middle) / z : 0;
  if (!(spread > 0)) return [];
  return Array.from({ length: points }, (_, index) => {
    const at = reach * ((2 * index) / (points - 1) - 1);
    const x = isSymmetric ? middle + at * spread : middle * Math.exp(at * spread);
    return [x, Math.exp((-at * at) / 2) / (Math.sqrt(2 * Math.PI) * spread * (isSymmetric ? 1 : x))];
  });
}
