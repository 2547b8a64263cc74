import { expect, test } from 'vitest';
import { liftDensity } from './lift-density.ts';

/** Returns a normal density at as many points as the server gives. */
function normal(mean: number): [number, number][] {
  const deviation = 0.2;
  return Array.from({ length: 61 }, (_, index) => {
    const value = mean + deviation * (index / 10 - 3) * 1.1;
    return [value, Math.exp(-(((value - mean) / deviation) ** 2) / 2) / (deviation * Math.sqrt(2 * Math.PI))];
  });
}

const mass = (points: [number, number][], from: number, to: number) =>
  points.reduce((sum, [value, height], index) => {
    const [before, heightBefore] = points[index - 1] ?? [value, height];
    const isIn = before >= from && value <= to;
    return isIn ? sum + ((height + heightBefore) / 2) * (value - before) : sum;
  }, 0);

test('has an area of 1 around its interval, and 95% within it', () => {
  // Of a ratio near 1 the deviation is that of both parts together, relative to the control's value.
  const deviation = Math.hypot(0.02, 0.02) * 1.02;
  const interval: [number, number] = [0.1 - 1.96 * deviation, 0.1 + 1.96 * deviation];
  const points = liftDensity(normal(10), normal(11), interval, 401);
  expect(mass(points, -1, 1)).toBeCloseTo(1, 1);
  expect(mass(points, interval[0], interval[1])).toBeCloseTo(0.95, 1);
  const [peak] = points.reduce((best, point) => (point[1] > best[1] ? point : best));
  expect(peak).toBeCloseTo(0.1, 2);
});

test('has its peak at the lift, also below −100%', () => {
  const points = liftDensity(normal(10), normal(-11), [-2.16, -2.04], 401);
  const [peak] = points.reduce((best, point) => (point[1] > best[1] ? point : best));
  expect(peak).toBeCloseTo(-2.1, 2);
});

test('is empty where one of the densities is unknown', () => {
  expect(liftDensity([], [], [-0.1, 0.1]).every(([, height]) => height === 0)).toBe(true);
});
