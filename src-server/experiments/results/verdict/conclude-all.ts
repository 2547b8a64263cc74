import { holmOf } from '../../../statistics/statistics.ts';
import type { Experiment } from '../../contract.ts';
import { adjustEvidence } from '../judge/weigh.ts';
import type { MetricResult, SecondaryResult } from '../results-contract.ts';
import { explainResult } from './explain.ts';
import { guardrailsOf, worstOf } from './guardrails.ts';
import { conclude, type Numbers } from './verdict.ts';
import type { VariantOutcome, Verdict } from './verdict-contract.ts';

export type SecondaryNumbers = { index: number; name: string; numbers: Numbers };
export type Results = { result: MetricResult; secondary: SecondaryResult[] };

/** Adjusts the p-values and concludes: first of the secondary metrics, as the verdict of the primary one names its guardrails. */
export function concludeAll(experiment: Experiment, primary: Numbers, others: readonly SecondaryNumbers[]): Results {
  adjust(primary, others);
  const judged = others.map(({ numbers: result, ...one }) => ({ ...one, result, ...conclude({ experiment, result }) }));
  const result = concluded(experiment, primary, conclude({ experiment, result: primary, guarded: judged }));
  const secondary = judged.map((one) => ({
    ...concluded(experiment, one.result, one),
    index: one.index,
    name: one.name,
    guardrail_state: worstOf(guardrailsOf(experiment, [one]), null),
  }));
  return { result, secondary };
}

type Conclusion = { verdict: Verdict; outcomes: VariantOutcome[] };

function concluded(experiment: Experiment, result: Numbers, { verdict, outcomes }: Conclusion): MetricResult {
  const variants = result.variants.map((variant, index) => ({ ...variant, outcome: outcomes[index] ?? 'reference' }));
  return { ...result, variants, verdict, explanation: explainResult({ experiment, result, verdict }) };
}

/**
 * Adjusts the p-values. Compatibility ones: of the primary metric over its variants, of secondary ones over all. Those of the evidence
 * over three families: the primary metric, the guardrails, and the other secondary metrics. A guardrail is thus judged alike
 * whether the others are computed or not.
 */
function adjust(primary: Numbers, others: readonly SecondaryNumbers[]): void {
  const secondary = others.map(({ numbers }) => numbers);
  const first = adjustedOf([primary]);
  const all = adjustedOf([primary, ...secondary]);
  for (const [comparison, p] of [...all, ...first]) comparison.p_value_adjusted = p;
  const isGuardrail = ({ metric }: Numbers) => metric?.guardrail_margin != null;
  const families = [[primary], secondary.filter(isGuardrail), secondary.filter((one) => !isGuardrail(one))];
  for (const family of families) {
    adjustEvidence(family.map(({ variants, basis }) => ({ evidence: variants.map((one) => one.evidence), basis })));
  }
}

/** Returns each comparison with its p-value after Holm. */
function adjustedOf(results: readonly Numbers[]) {
  const comparisons = results.flatMap(({ variants }) => variants.flatMap(({ comparison }) => comparison ?? []));
  return holmOf(comparisons, ({ p_value: p }) => p);
}
