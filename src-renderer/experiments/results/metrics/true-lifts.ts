import { createContext, useContext } from 'react';
import type { MetricResult, SecondaryResult } from '#server/experiments/results/results-contract.ts';
import { liftText } from '#server/experiments/results/words/result-text-contract.ts';
import { type SimulationMark, trueLiftOf } from '../../../simulation/simulation-mark.ts';

/** The true effects of the shown experiment, if its users are simulated. */
export const TruthContext = createContext<SimulationMark | null>(null);

/** Returns the true lift of a variant in a metric; null where nothing is known, as of all real people. */
export const trueLiftIn = (mark: SimulationMark | null, metric: MetricResult | SecondaryResult, variant: string) =>
  trueLiftOf(mark, 'index' in metric ? metric.index : null, variant);

export const trueLiftText = (...asked: Parameters<typeof trueLiftIn>): string => liftText(trueLiftIn(...asked), null);

export function useTrueLift(metric: MetricResult | SecondaryResult, variant: string): number | null {
  return trueLiftIn(useContext(TruthContext), metric, variant);
}
