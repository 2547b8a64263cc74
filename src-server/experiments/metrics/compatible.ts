import { betaPosterior, gammaPosterior, type Posterior, poissonP, proportionP } from '../../statistics/statistics.ts';
import type { VariantResult } from '../results/results-contract.ts';
import type { CompatibleStatistic } from './kind-contract.ts';

/** Counts of a variant at some moment: persons, and their successes, or events and the sum of their squares by person. */
export type Arm = { key: string; exposures: number; successes: number; events: number; squares: number };

/** An arm with its value; `relativeExposure` is to control. */
export type Measured = { arm: Arm; relativeExposure: number; value: number };

type Counts = Pick<VariantResult, 'success_count' | 'failure_count' | 'count' | 'relative_exposure'>;

type CompatibleRules = {
  posterior(arm: Arm, relativeExposure: number): Posterior;
  /** Returns the divisor that turns the posterior into the unit of the value. `persons` are control's. */
  unit(persons: number): number;
  value(arm: Arm, relativeExposure: number, persons: number): number;
  /** Returns the variance of one person's part in the value, from the counts. */
  variance(measured: Measured): number;
  /** Returns the two-sided p-value of no difference. */
  pValue(control: Measured, test: Measured): number;
  /** Whether one person can cause many events, so that the difference also has an interval by person. */
  hasPersonInterval: boolean;
  /** Returns the counts of a result. */
  counted(arm: Arm): Pick<Counts, 'success_count' | 'count'>;
  beside(measured: Measured): Omit<Counts, 'success_count' | 'count'>;
};

/** How the statistic of the compatibility fields is computed. */
export const compatible: Record<CompatibleStatistic, CompatibleRules> = {
  proportion: {
    posterior: ({ successes, exposures }) => betaPosterior(successes, exposures - successes),
    unit: () => 1,
    value: ({ successes, exposures }) => successes / exposures,
    variance: ({ value }) => value * (1 - value),
    pValue: (control, test) => proportionP(control.arm, test.arm),
    hasPersonInterval: false,
    counted: ({ successes }) => ({ success_count: successes }),
    beside: ({ arm: { exposures, successes } }) => ({ failure_count: exposures - successes }),
  },
  count: {
    posterior: ({ events }, relativeExposure) => gammaPosterior(events, relativeExposure),
    unit: (persons) => persons,
    value: ({ events }, relativeExposure, persons) => events / (relativeExposure * persons),
    variance({ arm: { exposures, events, squares }, value }) {
      const mean = events / exposures;
      // If events are divided by control's persons, the value is a multiple of the mean of its own.
      const times = mean === 0 ? 1 : value / mean;
      return Math.max(0, squares / exposures - mean ** 2) * times ** 2;
    },
    pValue: (control, test) =>
      poissonP({ count: control.arm.events, exposure: 1 }, { count: test.arm.events, exposure: test.relativeExposure }),
    hasPersonInterval: true,
    counted: ({ events }) => ({ count: events }),
    beside: ({ relativeExposure }) => ({ relative_exposure: relativeExposure }),
  },
};
