import { controlKey } from '#server/experiments/contract.ts';
import { defaultInsight, type Insight } from '#server/experiments/metrics/kind-contract.ts';
import type { MetricResult, SignificanceCode } from '#server/experiments/results/results-contract.ts';
import { maxLoss, minExposures, minProbability } from '#server/experiments/results/rules-contract.ts';
import { significanceLevel } from '#server/statistics/contract.ts';
import { exactText } from '../metrics/results-numbers.ts';

/** A rule on the way to `significant`; `isMet` is null after the rule that decided. */
type SignificanceRule = { code: SignificanceCode; rule: string; seen: string; isMet: boolean | null };

/** Lists the rules in order. The first unmet one sets the code. */
export function significanceRules(result: MetricResult): SignificanceRule[] {
  const rules = [
    exposureRule(result),
    chanceRule(result),
    evidenceRules[result.metric?.insight ?? defaultInsight](result),
  ];
  const decided = rules.findIndex(({ code }) => code === result.significance_code);
  return rules.map((rule, index) => ({
    ...rule,
    isMet: decided === -1 || index < decided ? true : index === decided ? false : null,
  }));
}

function exposureRule({ variants }: MetricResult) {
  const counts = variants.map(({ key, exposures }) => `${key} ${exactText(exposures)}`);
  return {
    code: 'not_enough_exposure' as const,
    rule: `Each variant has at least ${minExposures} people`,
    seen: counts.join(', '),
  };
}

function chanceRule({ variants, probability }: MetricResult) {
  const control = probability[controlKey] ?? 0;
  const tests = variants
    .filter(({ key }) => key !== controlKey)
    .reduce((sum, { key }) => sum + (probability[key] ?? 0), 0);
  return {
    code: 'low_win_probability' as const,
    rule: `Control, or the test variants together, reach a probability to be the best of ${minProbability}`,
    seen: `control ${exactText(control)}, tests ${exactText(tests)}`,
  };
}

const evidenceRules = {
  FUNNELS: ({ expected_loss: loss }: MetricResult) => ({
    code: 'high_loss' as const,
    rule: `Expected loss of the best test variant is below ${maxLoss}`,
    seen: loss === null ? 'none' : exactText(loss),
  }),
  TRENDS: ({ p_value: p }: MetricResult) => ({
    code: 'high_p_value' as const,
    rule: `p-value of the best test variant is below ${significanceLevel}`,
    seen: p === null ? 'none' : exactText(p),
  }),
} satisfies Record<Insight, (result: MetricResult) => Pick<SignificanceRule, 'code' | 'rule' | 'seen'>>;
