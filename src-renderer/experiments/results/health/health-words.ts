import { countWords } from '#server/core/text/numbers-contract.ts';
import type { Experiment } from '#server/experiments/contract.ts';
import { leavesTestRunsOut } from '#server/experiments/metrics/options-contract.ts';
import { audited } from '#server/experiments/results/audited-contract.ts';
import type { Exposure, Health, MetricResult } from '#server/experiments/results/results-contract.ts';
import { minRealExposures, minSplit, ratioAlarm } from '#server/experiments/results/rules-contract.ts';
import { changesOfAll, type Verdict } from '#server/experiments/results/verdict/verdict-contract.ts';
import {
  changedDuringRun,
  changedForAll,
  otherValuesWords,
  sameIdWords,
  severalWords,
  splitChanged,
} from '#server/experiments/results/words/finding-words-contract.ts';
import { uncheckedSplit } from '#server/experiments/results/words/people-contract.ts';
import { rehearsalWord, rehearsalWords } from '#server/experiments/results/words/rehearsal-contract.ts';
import { pWords } from '#server/experiments/results/words/result-text-contract.ts';
import { shortWords } from '#server/experiments/results/words/verdict-words-contract.ts';
import { formatCount } from '../../../ui/format.ts';
import { shareText } from '../metrics/results-numbers.ts';
import { enoughCheck, noAction } from './enough-words.ts';
import type { HealthCheck } from './health-check.ts';
import { metricWarningWords } from './metric-warning-words.ts';

const { days, share } = audited.ratioAlarm;
const falseAlarms = `About 1 in ${Math.round(1 / share)} experiments with the right split has an alarm in ${days} daily looks.`;
const excluded = 'They are excluded from the results.';

/** Lists all checks, also those without a finding: a hidden check looks like one that was not made. */
export function healthChecks(experiment: Experiment, result: MetricResult): HealthCheck[] {
  const { exposure, health } = result;
  const { people } = result.verdict;
  if (exposure === null || exposure.total === 0) return [...testRunsCheck(experiment), ...metricCheck(result)];
  return [
    ...(health === null ? [] : [ratioCheck(health, result.verdict)]),
    severalCheck(experiment, exposure, result.verdict),
    ...otherCheck(exposure),
    ...excludedCheck(exposure),
    ...testRunsCheck(experiment),
    ...(health === null || people === null ? [] : [enoughCheck({ experiment, result, health, people })]),
    ...(health === null ? [] : [changesCheck(health)]),
    ...metricCheck(result),
    sourceCheck(experiment, exposure),
    ...rehearsalCheck(result),
  ];
}

function ratioCheck({ sample_ratio: ratio }: Health, { next }: Verdict): HealthCheck {
  const id = 'ratio';
  if (ratio === null) {
    return { id, tone: 'neutral', word: 'Split not checked', cause: uncheckedSplit.none, next: noAction };
  }
  if (ratio.state === 'too_few') {
    return {
      id,
      tone: 'neutral',
      word: 'No split alarm',
      cause: uncheckedSplit.onlyExtreme,
      next: `No action needed. Until there are more people, only an extreme mismatch of at least ${minSplit} people raises the alarm.`,
    };
  }
  const p = pWords(ratio.p_value);
  if (ratio.state === 'ok') {
    return {
      id,
      tone: 'ok',
      word: `No sign of a split mismatch, p ${p}`,
      cause:
        'The people per variant differ from the weights by less than the alarm needs. A small mismatch can stay hidden.',
      next: `No action needed. The alarm is at p < ${ratioAlarm}. ${falseAlarms}`,
    };
  }
  const word = `${shortWords.unhealthy}, p ${p}`;
  const restart = next.find((step) => step.code === 'start_new_run');
  if (restart !== undefined) {
    return {
      id,
      tone: 'danger',
      word,
      cause: splitChanged[restart.cause],
      next: 'Reset the experiment and start a new run with the current weights.',
    };
  }
  return {
    id,
    tone: 'danger',
    word,
    cause: `${falseAlarms} Often a variant loses people before they report. Typical causes are a redirect, a crash, a slow load, a filter, or a flag request elsewhere.`,
    next: 'Compare the newest exposures of each variant in Live, and their code paths. After the fix, reset the experiment: data collected so far cannot be corrected.',
  };
}

function severalCheck(
  experiment: Experiment,
  { in_several_variants: several, total }: Exposure,
  { cautions }: Verdict,
): HealthCheck {
  const id = 'several';
  if (several === 0) {
    const cause = 'Nobody was seen in more than one variant.';
    return { id, tone: 'ok', word: 'One variant per person', cause, next: noAction };
  }
  return {
    id,
    tone: cautions.some(({ code }) => code === 'in_several_variants') ? 'warning' : 'info',
    word: `${formatCount(several)} in several variants`,
    cause: `${severalWords(several)} That is ${shareText(several, several + total)} of all. Causes are changed weights, overrides, and a new distinct_id at login.`,
    next: `${sameIdWords(experiment)} The flag can also keep its value across login. A few testers with overrides are harmless.`,
  };
}

function otherCheck({ other_values: others }: Exposure): HealthCheck[] {
  if (others === 0) return [];
  return [
    {
      id: 'other',
      tone: 'info',
      word: `${formatCount(others)} without a variant`,
      cause: `${otherValuesWords(others)} The flag was off for them, or the variant is deleted. ${excluded}`,
      next: 'To include them, raise the rollout of the flag.',
    },
  ];
}

function excludedCheck({ excluded: people, total }: Exposure): HealthCheck[] {
  if (people === 0) return [];
  return [
    {
      id: 'excluded',
      tone: 'info',
      word: `${formatCount(people)} excluded by the project`,
      cause: `${countWords(people, 'exposed person matches', 'exposed people match')} the project’s exclusions, ${shareText(people, people + total)} of all. ${excluded}`,
      next: 'To change whom the project excludes, open Settings › Exclusions.',
    },
  ];
}

function testRunsCheck({ filters }: Experiment): HealthCheck[] {
  if (!leavesTestRunsOut(filters)) return [];
  return [
    {
      id: 'test_runs',
      tone: 'info',
      word: 'Test runs excluded',
      cause: 'Events of test runs, including exposures, count in no metric of this experiment.',
      next: 'To include them, open Setup › Exclusions.',
    },
  ];
}

const adviceForAll: Record<(typeof changesOfAll)[number], string> = {
  metric_changed: 'Choose the primary metric before the launch. To be sure of this one, repeat the experiment with it.',
  test_runs_changed: 'Do not choose by the results whether test runs count. Decide on it before the next launch.',
  saved_metric_changed: 'Change saved metrics between runs. To be sure of the result, repeat the experiment.',
  action_changed: 'Change actions between runs. To be sure of the result, repeat the experiment.',
  guardrails_changed: 'Choose the guardrails before the launch. The History tab has the former ones.',
  cuped_changed: 'Choose CUPED before the launch. The numbers without it are under “Show the working”.',
  exclusions_changed: 'Do not choose exclusions by the results they give. Decide on them before the next launch.',
};

function changesCheck({ changes }: Health): HealthCheck {
  const id = 'changes';
  if (changes.length === 0) {
    const cause =
      'Weights, primary metric, guardrails, actions, CUPED, flag and exclusions are the same as at the start.';
    return { id, tone: 'ok', word: 'Unchanged since the start', cause, next: noAction };
  }
  const word = changes.length === 1 ? 'Changed since the start' : `Changed ${changes.length} times since the start`;
  const forAll = changesOfAll.filter((of) => changes.some(({ kind }) => kind === of));
  const ofSome = changes.some(({ kind }) => changesOfAll.every((of) => of !== kind))
    ? {
        cause: changedDuringRun,
        next: 'After a change of weights or variants, reset the experiment and start a new run. After other changes, read the numbers with care.',
      }
    : null;
  const causes = [...(ofSome === null ? [] : [ofSome.cause]), ...forAll.map((of) => changedForAll[of])];
  const next = ofSome?.next ?? forAll.map((of) => adviceForAll[of]).join(' ');
  return { id, tone: 'warning', word, cause: causes.join(' '), next };
}

function metricCheck({ metric }: MetricResult): HealthCheck[] {
  const words = metricWarningWords(metric?.warnings ?? []);
  return words === null ? [] : [{ id: 'metric', tone: 'warning', ...words }];
}

function sourceCheck({ feature_flag_key: key }: Experiment, { source }: Exposure): HealthCheck {
  const id = 'source';
  if (source === 'feature_property') {
    return {
      id,
      tone: 'info',
      word: `Exposure from $feature/${key}`,
      cause: `No app sent $feature_flag_called for this flag, so the first event with $feature/${key} counts as the exposure. People may have seen the variant earlier.`,
      next: 'Request the flag through the SDK, which sends $feature_flag_called.',
    };
  }
  return {
    id,
    tone: 'ok',
    word: 'Exposure from $feature_flag_called',
    cause: 'A person counts from the first time an app requested the flag and got a variant.',
    next: noAction,
  };
}

function rehearsalCheck(result: MetricResult): HealthCheck[] {
  const cause = rehearsalWords(result);
  if (cause === null) return [];
  const next = `Use them to test the setup. The label disappears at ${formatCount(minRealExposures)} people, unless they are simulated.`;
  return [{ id: 'rehearsal', tone: 'info', word: rehearsalWord, cause, next }];
}
