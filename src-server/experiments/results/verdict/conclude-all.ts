import { holmOf } from '../../../statistics/statistics.ts';
import type { Experiment } from '../../contract.ts';
import { familyOf, secondaryFamily, weightedOf } from '../judge/family.ts';
import { adjustEvidence, againstMinimum } from '../judge/weigh.ts';
import type { MetricResult, SecondaryResult } from '../results-contract.ts';
import { minConversions } from '../rules-contract.ts';
import { verdictText } from '../words/verdict-words-contract.ts';
import { restsOn } from './conclusive.ts';
import { guardrailsOf, worstOf } from './guardrails.ts';
import { conclude, type Numbers, outcomeOf } from './verdict.ts';
import type { VariantOutcome, Verdict } from './verdict-contract.ts';

export type SecondaryNumbers = { index: number; name: string; numbers: Numbers };
export type Results = { result: MetricResult; secondary: SecondaryResult[] };

/** Adjusts the p-values and concludes: first of the secondary metrics, as the verdict of the primary one names its guardrails. */
export function concludeAll(experiment: Experiment, primary: Numbers, others: readonly SecondaryNumbers[]): Results {
  adjust(experiment, primary, others);
  for (const numbers of [primary, ...others.map((one) => one.numbers)]) weighMinimum(numbers);
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
  const whole = { ...result, variants, verdict };
  return { ...whole, explanation: verdictText(experiment, whole) };
}

/**
 * Adjusts the p-values. Compatibility ones: of the primary metric over its variants, of secondary ones over all. Those of the
 * evidence over the primary metric alone, and each `secondaryFamily`.
 */
function adjust({ variants }: Experiment, primary: Numbers, others: readonly SecondaryNumbers[]): void {
  const secondary = others.map(({ numbers }) => numbers);
  const weighted = weightedOf(variants);
  adjustComparisons([primary, ...secondary], weighted);
  adjustComparisons([primary], weighted);
  const families = Map.groupBy(secondary, ({ metric }) => secondaryFamily(metric?.guardrail_margin));
  for (const family of [[primary], ...families.values()]) {
    const evidence = family.map((one) => one.variants.map(({ evidence }) => evidence));
    adjustEvidence(evidence, weighted);
  }
}

/**
 * The smallest effect that matters is compared with the interval that the verdict quotes, which follows from the adjusted
 * p-values. A lift is beyond it only where the difference is conclusive, and below it with as many people and conversions; neither
 * by an interval that says too little.
 */
function weighMinimum(numbers: Numbers): void {
  const { variants, basis, metric } = numbers;
  for (const variant of variants) {
    const { versus } = variant.evidence;
    if (versus === null || basis === null) continue;
    const outcome = outcomeOf(numbers, variant);
    const found = againstMinimum(restsOn(versus, basis).interval, metric?.minimum_effect);
    const isConclusive = outcome === 'better' || outcome === 'worse';
    const isEnough = outcome !== 'collecting' && versus.conversions >= minConversions;
    const holds = (found === 'beyond' ? isConclusive : isEnough) && !versus.is_too_little;
    versus.minimum_effect = found === null || holds ? found : 'open';
  }
}

/** Adjusts the compatibility p-values of some results over the same test variants as the evidence. */
function adjustComparisons(results: readonly Numbers[], weighted: Parameters<typeof familyOf>[0]): void {
  const family = results.flatMap(({ variants }) => {
    const people = variants.map(({ evidence }) => evidence.people);
    const isCompared = familyOf(weighted, people);
    return variants.filter((_, index) => isCompared[index]).map(({ comparison }) => comparison);
  });
  for (const { comparison } of results.flatMap(({ variants }) => variants))
    if (comparison !== null) comparison.p_value_adjusted = 1;
  for (const [comparison, p] of holmOf(family, (one) => one?.p_value ?? 1))
    if (comparison !== null) comparison.p_value_adjusted = p;
}
