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
  const [low, high] = interval;
  // The interval of a skewed mean has its middle beside the mean, on either scale.
  const [onLine, onLog] = [(low + high) / 2, Math.sqrt(low * high)];
  const isNormal = low <= 0 || Math.abs(onLine - value) < Math.abs(onLog - value);
  const middle = isNormal ? onLine : onLog;
  const spread = isNormal ? (high - low) / (2 * z) : Math.log(high / middle) / z;
  if (!(spread > 0)) return [];
  return Array.from({ length: points }, (_, index) => {
    const at = reach * ((2 * index) / (points - 1) - 1);
    const x = isNormal ? middle + at * spread : middle * Math.exp(at * spread);
    return [x, Math.exp((-at * at) / 2) / (Math.sqrt(2 * Math.PI) * spread * (isNormal ? 1 : x))];
  });
}
