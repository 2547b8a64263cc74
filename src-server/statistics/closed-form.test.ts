import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sumOf } from '../core/sum-contract.ts';
import { incompleteBeta } from './distributions.ts';
import { gamma } from './posteriors-testing.ts';
import { bestProbabilities, betaPosterior, liftInterval } from './statistics.ts';

function gammaRatioChance(
  r: number,
  control: { shape: number; rate: number },
  tested: { shape: number; rate: number },
) {
  const scaled = r * tested.rate;
  return incompleteBeta(tested.shape, control.shape, scaled / (scaled + control.rate));
}

test('chance to win and lift of two rates equal the closed form', () => {
  fc.assert(
    fc.property(gamma, gamma, (control, tested) => {
      if (control.kind !== 'gamma' || tested.kind !== 'gamma') return;
      const chance = bestProbabilities([control, tested], 'increase')[0] ?? -1;
      expect(chance).toBeCloseTo(gammaRatioChance(1, control, tested), 7);
      const lift = liftInterval(control, tested);
      if (control.shape === 1) expect(lift).toBeNull();
      else {
        for (const [index, end] of (lift ?? []).entries()) {
          const chance = gammaRatioChance(1 + end, control, tested);
          // A lift near -1 has lost digits of its ratio to cancellation.
          const lost = Number.EPSILON / (1 + end);
          expect(Math.abs(chance - ([0.025, 0.975][index] ?? -1))).toBeLessThan(1e-8 + lost);
        }
      }
    }),
  );
});

test('chance to win of two shares equals the closed-form sum', () => {
  // E. Miller, Formulas for Bayesian A/B testing (2015): a sum over the successes of the test variant, for small counts only.
  const logFactorial = (n: number) => sumOf(Array.from({ length: n }, (_, index) => Math.log(index + 1)));
  const logBeta = (a: number, b: number) => logFactorial(a - 1) + logFactorial(b - 1) - logFactorial(a + b - 1);
  const small = fc.integer({ min: 0, max: 60 });
  fc.assert(
    fc.property(small, small, small, small, (a, b, c, d) => {
      const [alphaA, betaA, alphaB, betaB] = [a + 1, b + 1, c + 1, d + 1];
      const closed = sumOf(
        Array.from({ length: alphaB }, (_, i) =>
          Math.exp(
            logBeta(alphaA + i, betaB + betaA) - Math.log(betaB + i) - logBeta(1 + i, betaB) - logBeta(alphaA, betaA),
          ),
        ),
      );
      expect(bestProbabilities([betaPosterior(a, b), betaPosterior(c, d)], 'increase')[1]).toBeCloseTo(closed, 9);
    }),
  );
});
