import { createContext, useContext } from 'react';
import type { MetricResult, SecondaryResult } from '#server/experiments/results/results-contract.ts';
import { liftText } from '#server/experiments/results/words/result-text-contract.ts';
import { type SimulationMark, trueLiftOf } from '../../../simulation/simulation-mark.ts';

/** The true effects of the shown experiment, if its users are simulated. */
export const TruthContext = createContext<SimulationMark | null>(null);

export const trueLiftText = (...lift: Parameters<typeof trueLiftOf>): string => liftText(trueLiftOf(...lift), null);

export function useTrueLift(metric: MetricResult | SecondaryResult, variant: string): number | null {
  return trueLiftOf(useContext(TruthContext), metric, variant);
}
