import { formatDateTime } from '#server/core/text/dates-contract.ts';
import { countWords } from '#server/core/text/numbers-contract.ts';
import type { Basis, Evidence, EvidenceAgainst } from '#server/experiments/results/judge/evidence-contract.ts';
import type { MetricResult } from '#server/experiments/results/results-contract.ts';
import { finalShare, minConversions } from '#server/experiments/results/rules-contract.ts';
import { conversionsWord } from '#server/experiments/results/words/people-contract.ts';
import { controlOf, kindOfResult } from '#server/experiments/results/words/result-text-contract.ts';
import { intervalName, zOfInterval } from '../../../metrics/interval-words.ts';
import { methods } from '../../../metrics/metric-kind-words.ts';
import { formatCount } from '../../../ui/format.ts';
import { exactText } from '../metrics/results-numbers.ts';
import { intervalText, type WorkingGroup, type WorkingLine, workingLine } from './working-group.ts';

/** Explains the numbers that the verdict rests on. */
export function evidenceGroups(result: MetricResult): WorkingGroup[] {
  const { basis } = result;
  if (basis === null) return [];
  return result.variants.flatMap(({ key, evidence }) => {
    const { versus } = evidence;
    if (versus === null) return [];
    const lines = [liftLine(evidence, controlOf(result)?.evidence), ...linesOf(result, basis, versus)];
    return [{ title: `Evidence for ${key}`, note: basisText(result, basis), lines }];
  });
}

function basisText(result: MetricResult, { people, window_days: days, cap, mature, everyone }: Basis): string {
  const counted =
    days === null
      ? `All ${formatCount(everyone)} people.`
      : people === 'mature'
        ? `The ${formatCount(mature)} of ${formatCount(everyone)} people who are past their window.`
        : `All ${formatCount(everyone)} people, ${formatCount(everyone - mature)} of them within their window.`;
  return cap === null ? counted : `${counted} ${methods[kindOfResult(result)].capped(exactText(cap))}`;
}

function linesOf(result: MetricResult, basis: Basis, versus: EvidenceAgainst): WorkingLine[] {
  const { test, interval } = methods[versus.unadjusted === null ? kindOfResult(result) : 'mean_count'];
  const holm = `Holm’s adjustment for ${countWords(basis.comparisons, 'comparison')}`;
  const looks = `must be at most ${basis.look_share}, the error of all looks together`;
  return [
    ...cupedLines(basis, versus),
    workingLine(
      `${intervalName} of the lift`,
      intervalText(versus.lift_interval),
      interval,
      `for one look, with the ${zOfInterval}`,
    ),
    workingLine('p-value', exactText(versus.p_value), test, 'for one look'),
    workingLine('p-value, adjusted', exactText(versus.p_value_adjusted), holm),
    workingLine(
      'Always-valid interval',
      intervalText(versus.always_valid_interval),
      'the interval of the lift with the standard errors of a normal mixture (Robbins)',
      `holds at all looks together with chance ${exactText(1 - basis.look_share)}`,
    ),
    workingLine('p-value over all looks, adjusted', exactText(versus.always_valid_p_value_adjusted), holm, looks),
    ...finalLine(basis, versus),
    workingLine(
      'Shrunken lift',
      versus.shrunken === null ? 'none' : exactText(versus.shrunken.lift),
      `log ratio in the middle of the ${intervalName} × prior² / (prior² + standard error²), back from the log scale, − 1`,
      `prior N(0, ${basis.prior_sd}) of the log ratio; ${intervalName} ${intervalText(versus.shrunken?.interval ?? null)}`,
    ),
    workingLine(
      'Chance to win',
      versus.shrunken === null ? 'none' : exactText(versus.shrunken.chance_to_win),
      'probability that the true lift is for the better, under the same prior: normal, on the log scale',
      '',
    ),
    workingLine(
      'Expected conversions',
      exactText(versus.conversions),
      `${conversionsWord(result.metric)}, of the smaller group, without a difference`,
      `must be at least ${minConversions}`,
    ),
  ];
}

const comparedValue = (evidence: Evidence | undefined) => exactText(evidence?.adjusted_value ?? evidence?.value ?? 0);

function liftLine(evidence: Evidence, control: Evidence | undefined): WorkingLine {
  const { lift = null, unadjusted = null } = evidence.versus ?? {};
  return {
    name: 'Lift',
    value: lift === null ? 'none' : exactText(lift),
    formula: unadjusted === null ? 'value / value of control − 1' : 'adjusted value / adjusted value of control − 1',
    inputs: `${comparedValue(evidence)} / ${comparedValue(control)} − 1`,
  };
}

function cupedLines({ cuped }: Basis, { unadjusted }: EvidenceAgainst): WorkingLine[] {
  if (cuped === null || unadjusted === null) return [];
  const { theta, variance_reduction: share, people_with_history: people } = cuped;
  return [
    {
      name: 'CUPED, theta',
      value: exactText(theta ?? 0),
      formula: 'adjusted value = value − theta × (value before the exposure − its mean), of each person',
      inputs: `variance reduction ${exactText(share ?? 0)}; ${formatCount(people)} people did something before`,
    },
    {
      name: 'Lift without CUPED',
      value: unadjusted.lift === null ? 'none' : exactText(unadjusted.lift),
      formula: 'value / value of control − 1',
      inputs: `${intervalName} ${intervalText(unadjusted.lift_interval)}; p-value ${exactText(unadjusted.p_value)}`,
    },
  ];
}

function finalLine({ plan }: Basis, { final }: EvidenceAgainst): WorkingLine[] {
  if (plan === null || final === null) return [];
  return [
    {
      name: 'p-value of the planned test, adjusted',
      value: exactText(final.p_value),
      formula: `the same test, of the first ${formatCount(plan.people)} people as of ${formatDateTime(plan.reached_at ?? '')}`,
      inputs: `must be at most ${finalShare}`,
    },
  ];
}
