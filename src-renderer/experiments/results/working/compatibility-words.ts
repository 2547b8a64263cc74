import { defaultInsight, type Insight } from '#server/experiments/metrics/kind-contract.ts';
import type { MetricResult, VariantResult } from '#server/experiments/results/results-contract.ts';
import { controlOf, kindOfResult } from '#server/experiments/results/words/result-text-contract.ts';
import { intervalName } from '../../../metrics/interval-words.ts';
import { compatibilityNotes } from '../../../metrics/metric-kind-words.ts';
import { formatCount } from '../../../ui/format.ts';
import { exactText } from '../metrics/results-numbers.ts';
import { intervalText, type WorkingGroup, type WorkingLine } from './working-group.ts';

/** The test behind the p-value of the compatibility fields. */
export const compatibilityTests = {
  FUNNELS: 'two-sided comparison of two shares',
  TRENDS: 'two-sided comparison of two Poisson rates',
} satisfies Record<Insight, string>;

/** Returns what the compatibility fields of a result measure instead of its value; null where they measure the same. */
export const compatibilityNote = (result: Pick<MetricResult, 'metric'>): string | null =>
  compatibilityNotes[kindOfResult(result)];

type Scope = Pick<MetricResult, 'metric' | 'basis'>;

/** Returns the number of people whom the compatibility fields count where the evidence counts fewer; else null. */
const allOf = ({ basis }: Scope) =>
  basis !== null && basis.counted < basis.everyone ? formatCount(basis.everyone) : null;

/** Says whom the compatibility fields count where the evidence counts fewer, and what they measure. */
export function compatibilityScope(result: Scope): string | null {
  const all = allOf(result);
  const people = all === null ? null : `Compatibility fields: all ${all} people.`;
  return [people, compatibilityNote(result)].filter((part) => part !== null).join(' ') || null;
}

/** Explains the value of a variant in the compatibility fields. */
export function valueGroup(result: MetricResult, variant: VariantResult): WorkingGroup {
  return {
    title: `Value of ${variant.key}`,
    note: compatibilityScope(result),
    lines: valueLines[result.metric?.insight ?? defaultInsight](result, variant),
  };
}

function shareLines(_: MetricResult, variant: VariantResult): WorkingLine[] {
  const { success_count: successes = 0, failure_count: failures = 0, posterior } = variant;
  const beta = `Beta(${exactText(posterior.alpha ?? 0)}, ${exactText(posterior.beta ?? 0)})`;
  return [
    {
      name: 'Share',
      value: exactText(variant.value),
      formula: 'came to the last step / exposed people',
      inputs: `${exactText(successes)} / ${exactText(variant.exposures)}`,
    },
    {
      name: 'Posterior',
      value: beta,
      formula: 'Beta(successes + 1, failures + 1), from the flat prior Beta(1, 1)',
      inputs: `${exactText(successes)} + 1, ${exactText(failures)} + 1`,
    },
    {
      name: intervalName,
      value: intervalText(variant.credible_interval),
      formula: 'quantiles 0.025 and 0.975 of the posterior, widened to the value',
      inputs: beta,
    },
  ];
}

function countLines(result: MetricResult, variant: VariantResult): WorkingLine[] {
  const { count = 0, relative_exposure: relative = 1, posterior } = variant;
  const control = controlOf(result)?.exposures ?? 0;
  const gamma = `Gamma(shape ${exactText(posterior.shape ?? 0)}, rate ${exactText(posterior.rate ?? 0)})`;
  const isEven = result.exposure?.source === 'feature_property';
  return [
    {
      name: 'Relative exposure',
      value: exactText(relative),
      formula: isEven ? '1, because exposures were read from $feature/…' : 'exposed people / those of control',
      inputs: isEven ? '' : `${exactText(variant.exposures)} / ${exactText(control)}`,
    },
    {
      name: 'Events per person',
      value: exactText(variant.value),
      formula: 'events / (relative exposure × exposed people of control)',
      inputs: `${exactText(count)} / (${exactText(relative)} × ${exactText(control)})`,
    },
    {
      name: 'Posterior',
      value: gamma,
      formula: 'Gamma(events + 1, relative exposure), in events per group of the size of control',
      inputs: `${exactText(count)} + 1, ${exactText(relative)}`,
    },
    {
      name: intervalName,
      value: intervalText(variant.credible_interval),
      formula: 'quantiles 0.025 and 0.975 of the posterior / exposed people of control, widened to the value',
      inputs: `${gamma} / ${exactText(control)}`,
    },
  ];
}

const valueLines = { FUNNELS: shareLines, TRENDS: countLines } satisfies Record<
  Insight,
  (result: MetricResult, variant: VariantResult) => WorkingLine[]
>;
