import { formatDateTime } from '#server/core/text/dates-contract.ts';
import { defaultInsight } from '#server/experiments/metrics/kind-contract.ts';
import type {
  MetricResult,
  SplitCheck,
  VariantComparison,
  VariantResult,
} from '#server/experiments/results/results-contract.ts';
import { ratioAlarm } from '#server/experiments/results/rules-contract.ts';
import { bestTest, controlOf } from '#server/experiments/results/words/result-text-contract.ts';
import { expectedWithoutWeight, type SplitMethod } from '#server/statistics/contract.ts';
import { intervalName } from '../../../metrics/interval-words.ts';
import { countOf, exactText } from '../metrics/results-numbers.ts';
import { words } from '../words.ts';
import { compatibilityScope, compatibilityTests, valueGroup } from './compatibility-words.ts';
import { evidenceGroups } from './evidence-words.ts';
import { methodGroup } from './method-words.ts';
import { significanceRules } from './rule-words.ts';
import { intervalText, type WorkingGroup, type WorkingLine, workingLine } from './working-group.ts';

/** Explains every number of a metric, in the order in which they follow from each other. */
export function workingOf(result: MetricResult): WorkingGroup[] {
  const control = controlOf(result);
  return [
    ...exposureGroup(result),
    ...methodGroup(result),
    ...evidenceGroups(result),
    ...result.variants.map((variant) => valueGroup(result, variant)),
    ...chanceGroup(result),
    ...result.variants.flatMap((variant) => (control === undefined ? [] : comparisonGroup(result, variant, control))),
    ...ratioGroup(result),
    ...rulesGroup(result),
  ];
}

/** Returns the groups as plain text for the clipboard. */
export function workingText(groups: readonly WorkingGroup[]): string {
  return groups
    .map(({ title, note, lines }) => {
      const head = note === null ? title : `${title}\n${note}`;
      const body = lines.map(({ name, value, formula, inputs }) =>
        [`${name} = ${value}`, formula, inputs].filter((part) => part !== '').join('  |  '),
      );
      return [head, ...body.map((line) => `  ${line}`)].join('\n');
    })
    .join('\n\n');
}

function exposureGroup({ exposure, run }: MetricResult): WorkingGroup[] {
  if (exposure === null || run === null) return [];
  const source = exposure.source === 'feature_property' ? 'first event with $feature/…' : 'first $feature_flag_called';
  const counted = Object.entries(exposure.by_variant).map(([key, count]) => `${key} ${exactText(count)}`);
  return [
    {
      title: 'Counted people',
      note: `People whose ${source} lies from ${formatDateTime(run.start)} to ${formatDateTime(run.end)}, both included. Their events count from then on.`,
      lines: [
        {
          name: 'Exposed people',
          value: exactText(exposure.total),
          formula: 'sum over the variants',
          inputs: counted.join(' + '),
        },
        {
          name: 'Left out',
          value: exactText(exposure.in_several_variants + exposure.other_values),
          formula: 'people in several variants + people with other values only',
          inputs: `${exactText(exposure.in_several_variants)} + ${exactText(exposure.other_values)}`,
        },
        workingLine(
          'Excluded by the project',
          exactText(exposure.excluded),
          'people with one variant who match the exclusions under Settings',
        ),
      ],
    },
  ];
}

function chanceGroup(result: MetricResult): WorkingGroup[] {
  if (result.variants.length === 0) return [];
  const best = result.metric?.direction === 'decrease' ? 'lowest' : 'highest';
  const others = (key: string) =>
    result.variants.filter((variant) => variant.key !== key).map((variant) => variant.key);
  const lines = result.variants.map(({ key, probability }) => ({
    name: key,
    value: exactText(probability),
    formula: `probability that its value is the ${best}: the integral of its density × the chance that each other value is ${best === 'lowest' ? 'higher' : 'lower'}`,
    inputs: `against ${others(key).join(', ')}`,
  }));
  const note = [compatibilityScope(result), 'The chances sum to 1.'].filter((part) => part !== null).join(' ');
  return [{ title: 'Probability to be the best', note, lines: [...lines, ...lossLine(result)] }];
}

function lossLine(result: MetricResult): WorkingLine[] {
  const best = bestTest(result);
  if (best === undefined || result.expected_loss === null) return [];
  const isDecrease = result.metric?.direction === 'decrease';
  return [
    {
      name: 'Expected loss',
      value: exactText(result.expected_loss),
      formula: `mean of max(${isDecrease ? `${best.key} − control` : `control − ${best.key}`}, 0) over both posteriors: the cost of choosing ${best.key}, 0 where it is better, on average; as a share of people`,
      inputs: '',
    },
  ];
}

function comparisonGroup(result: MetricResult, variant: VariantResult, control: VariantResult): WorkingGroup[] {
  if (variant.comparison === null) return [];
  const lines = [
    ...differenceLines(variant.comparison, variant, control),
    ...pLines(result, variant.comparison, variant, control),
  ];
  return [{ title: `${variant.key} against control`, note: compatibilityScope(result), lines }];
}

function differenceLines(comparison: VariantComparison, variant: VariantResult, control: VariantResult): WorkingLine[] {
  const { difference, lift, lift_interval: interval } = comparison;
  const values = `${exactText(variant.value)} − ${exactText(control.value)}`;
  return [
    workingLine('Difference', exactText(difference), `value of ${variant.key} − value of control`, values),
    workingLine(
      `${intervalName} of the difference`,
      intervalText(comparison.difference_interval),
      'quantiles 0.025 and 0.975 of the difference of both posteriors, widened to the value',
    ),
    lift === null
      ? workingLine('Lift', 'none', 'difference / value of control', 'control is 0')
      : workingLine(
          'Lift',
          exactText(lift),
          'difference / value of control',
          `${exactText(difference)} / ${exactText(control.value)}`,
        ),
    workingLine(
      `${intervalName} of the lift`,
      intervalText(interval),
      'quantiles 0.025 and 0.975 of the ratio of both posteriors, − 1, widened to the value',
    ),
  ];
}

function pLines(
  result: MetricResult,
  comparison: VariantComparison,
  variant: VariantResult,
  control: VariantResult,
): WorkingLine[] {
  const counts = [variant, control]
    .map((one) => `${exactText(countOf(one))} in ${exactText(one.exposures)}`)
    .join(' against ');
  return [
    workingLine(
      'p-value',
      exactText(comparison.p_value),
      compatibilityTests[result.metric?.insight ?? defaultInsight],
      counts,
    ),
    workingLine('p-value, adjusted', exactText(comparison.p_value_adjusted), 'Holm’s adjustment for all comparisons'),
  ];
}

function ratioGroup(result: MetricResult): WorkingGroup[] {
  const ratio = result.health?.sample_ratio ?? null;
  if (ratio === null) return [];
  const isWhole = Object.values(ratio.expected).every((expected) => expected > 0);
  const terms = Object.entries(ratio.expected).map(([key, expected]) => {
    const seen = result.exposure?.by_variant[key] ?? 0;
    // Where nobody is expected there is nothing to divide by.
    return `(${exactText(seen)} − ${exactText(expected)})² / ${exactText(expected || expectedWithoutWeight)}`;
  });
  return [
    {
      title: 'Sample ratio',
      note: null,
      lines: [
        {
          name: 'Chi-squared',
          value: exactText(ratio.chi_squared),
          formula: `sum of (observed − expected)² / expected${isWhole ? '' : `, or / ${expectedWithoutWeight} where nobody is expected`}`,
          inputs: terms.join(' + '),
        },
        {
          name: 'p-value',
          value: exactText(ratio.p_value),
          formula: `${splitFormulas[ratio.method](ratio)}; alarm below ${ratioAlarm}`,
          inputs: ratio.method === 'chi_squared' ? exactText(ratio.chi_squared) : '',
        },
      ],
    },
  ];
}

const splitFormulas = {
  chi_squared: ({ degrees_of_freedom: degrees }) => `upper tail of chi-squared, degrees of freedom: ${degrees}`,
  exact_binomial: ({ expected }) => {
    const tests = Object.keys(expected).length;
    const test = 'exact binomial test, two-sided, of the people of a variant against its weight';
    return tests === 2 ? test : `smallest p of ${tests} tests × ${tests} (Bonferroni); each: ${test}`;
  },
} satisfies Record<SplitMethod, (ratio: SplitCheck) => string>;

function rulesGroup(result: MetricResult): WorkingGroup[] {
  if (result.significance_code === null) return [];
  const rules = significanceRules(result);
  const decided = rules.find(({ isMet }) => isMet === false);
  return [
    {
      title: 'Compatibility rule',
      note: `${result.significance_code}: ${decided === undefined ? 'all rules are met.' : 'the first unmet rule sets the code.'} ${words.compatibility}`,
      lines: rules.map(({ code, rule, seen, isMet }) => ({
        name: rule,
        value: isMet === null ? 'not reached' : isMet ? 'met' : `not met: ${code}`,
        formula: '',
        inputs: seen,
      })),
    },
  ];
}
