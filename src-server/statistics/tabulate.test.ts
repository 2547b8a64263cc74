import fc from 'fast-check';
import { expect, test } from 'vitest';
import { incompleteBeta, upperGamma } from './distributions.ts';
import { count, most } from './posteriors-testing.ts';
import { betaPosterior, credibleInterval, density, gammaPosterior } from './statistics.ts';
import { expectNear } from './statistics-testing.ts';

test('the interval of a share ends at quantiles of the incomplete beta function', () => {
  fc.assert(
    fc.property(count, count, fc.constantFrom(0.5, 0.95, 0.999), (successes, failures, level) => {
      const [lower, upper] = credibleInterval(betaPosterior(successes, failures), level);
      expect(incompleteBeta(successes + 1, failures + 1, lower)).toBeCloseTo((1 - level) / 2, 7);
      expect(incompleteBeta(successes + 1, failures + 1, upper)).toBeCloseTo((1 + level) / 2, 7);
    }),
  );
});

test('the interval of a rate ends at quantiles of the incomplete gamma function', () => {
  const exposure = fc.double({ min: 1e-7, max: 1e7, noNaN: true });
  fc.assert(
    fc.property(count, exposure, fc.constantFrom(0.5, 0.95, 0.999), (events, rate, level) => {
      const [lower, upper] = credibleInterval(gammaPosterior(events, rate), level);
      expect(upperGamma(events + 1, lower * rate)).toBeCloseTo((1 + level) / 2, 7);
      expect(upperGamma(events + 1, upper * rate)).toBeCloseTo((1 - level) / 2, 7);
    }),
  );
});

test('a share of 0 or 1 in ten million keeps its precision', () => {
  const [lower, upper] = credibleInterval(betaPosterior(0, most));
  expectNear(lower, -Math.expm1(Math.log(0.975) / (most + 1)), 1e-8);
  expectNear(upper, -Math.expm1(Math.log(0.025) / (most + 1)), 1e-8);
  const [fromTop, nearOne] = credibleInterval(betaPosterior(most, 0));
  expectNear(1 - nearOne, lower, 1e-6);
  expectNear(1 - fromTop, upper, 1e-6);
});

test('a density chart covers 99.9% of the distribution and is never negative', () => {
  const posterior = fc.oneof(
    fc.tuple(count, count).map(([successes, failures]) => betaPosterior(successes, failures)),
    fc
      .tuple(count, fc.double({ min: 0.01, max: 100, noNaN: true }))
      .map(([events, rate]) => gammaPosterior(events, rate)),
  );
  fc.assert(
    fc.property(posterior, (drawn) => {
      const points = density(drawn, 61);
      expect(points).toHaveLength(61);
      const [first, second] = [points[0]?.[0] ?? 0, points[1]?.[0] ?? 0];
      let area = 0;
      for (const [index, [value, height]] of points.entries()) {
        expect(height).toBeGreaterThanOrEqual(0);
        if (index > 0) expect(value).toBeGreaterThan(points[index - 1]?.[0] ?? 0);
        area += height * (second - first) * (index === 0 || index === 60 ? 0.5 : 1);
      }
      // Trapezoids cut a little off the curve.
      expect(Math.abs(area - 0.999)).toBeLessThan(0.005);
    }),
  );
});

test('a density matches the known one', () => {
  for (const [value, height] of density(betaPosterior(2, 3), 9))
    expect(height).toBeCloseTo(60 * value ** 2 * (1 - value) ** 3, 9);
  for (const [value, height] of density(gammaPosterior(0, 2), 9))
    expect(height).toBeCloseTo(2 * Math.exp(-2 * value), 8);
});
