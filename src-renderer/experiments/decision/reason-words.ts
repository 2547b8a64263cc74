import type { Experiment } from '#server/experiments/contract.ts';
import type { ExperimentDecision } from '#server/experiments/decision/decision-contract.ts';
import { obstacleOf } from '#server/experiments/results/verdict/obstacle-contract.ts';
import { verdictWords } from '#server/experiments/results/words/verdict-words-contract.ts';
import { words } from './words.ts';

type Decided = Experiment & Pick<ExperimentDecision, 'recommendation' | 'result'>;

/** Returns why nothing is recommended, after the verdict where something else speaks against it. */
export function noRecommendationWords({ recommendation, result, ...experiment }: Decided): string {
  const { title, text } = verdictWords(experiment, result);
  if (recommendation.kind === 'ship') return `${title}. ${text}`;
  const { reason, metrics } = recommendation;
  const obstacle = obstacleOf(result.verdict);
  const clear = reason === result.verdict.kind ? '' : `${title}.`;
  const why = obstacle === null ? words.reasons[reason] : `${obstacle}.`;
  return [clear, why, reason === 'secondary_worse' ? words.worse(metrics) : '', text].filter(Boolean).join(' ');
}
