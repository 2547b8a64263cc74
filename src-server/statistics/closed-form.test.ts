import fc from 'fast-check';
import { expect, test } from 'vitest';
import { incompleteBeta } from './distributions.ts';
import { gamma, sum } from './posteriors-testing.ts';
import { bestProbabilities, betaPosterior, liftInterval } from './statistics.ts';

function gammaRatioChance(
  r: number,
  control: { shape: number; rate: number },
  tested: { shape: number; rate: number },
) {
  const scaled = r * tested.rate;
  return incompleteBeta(tested.shape, control.shape, scaled / (scaled + control.rate));
}

test('of two rates the chance to be best and the lift are those of the closed form', () => {
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
          // A lift near -1 has lost the digits of the ratio that it was made of.
          const lost = Number.EPSILON / (1 + end);
          expect(Math.abs(chance - ([0.025, 0.975][index] ?? -1))).toBeLessThan(1e-8 + lost);
        }
      }
    }),
  );
});

test('of two shares the chance to be best is that of the closed sum', () => {
  // E. Miller, Formulas for Bayesian A/B testing (2015): a sum over the successes of the test variant, for small counts only.
  const logFactorial = (n: number) => sum(Array.from({ length: n }, (_, index) => Math.log(index + 1)));
  const logBeta = (a: number, b: number) => logFactorial(a - 1) + logFactorial(b - 1) - logFactorial(a + b - 1);
  const small = fc.integer({ min: 0, max: 60 });
  fc.assert(
    fc.property(small, small, small, small, (a, b, c, d) => {
      const [alphaA, betaA, alphaB, betaB] = [a + 1, b + 1, c + 1, d + 1];
      const closed = sum(
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
