import { type Experiment, type RunChangeKind, runChangeKind } from '#server/experiments/contract.ts';
import type { Exposure, Health, MetricResult, SampleRatio } from '#server/experiments/results/results-contract.ts';
import { leastExpected, leastExposures } from '#server/experiments/results/rules-contract.ts';
import type { Verdict } from '#server/experiments/results/verdict-contract.ts';
import type { Tone } from '../../../ui/feedback/status-chip.tsx';
import { countWords, pText, shareText } from '../metrics/results-numbers.ts';
import { isOverAYear, leftWords } from '../results-dates.ts';

/** One thing that may spoil the numbers: `word` on its chip, why it is so, and what to do next. */
export type HealthCheck = {
  id: 'ratio' | 'several' | 'other' | 'enough' | 'changes' | 'metric' | 'source' | 'rehearsal';
  tone: Tone;
  word: string;
  cause: string;
  next: string;
};

/** All checks, of which those without a finding are there too: a check that is not shown cannot be told from one that is not made. */
export function healthChecks(experiment: Experiment, result: MetricResult): HealthCheck[] {
  const { exposure, health } = result;
  if (exposure === null || exposure.total === 0) return metricCheck(result);
  return [
    ...(health === null ? [] : [ratioCheck(health, result.verdict)]),
    severalCheck(exposure),
    ...otherCheck(exposure),
    ...(health === null ? [] : [enoughCheck(experiment, exposure, health), changesCheck(health)]),
    ...metricCheck(result),
    sourceCheck(experiment, exposure),
    ...(health?.is_rehearsal === true ? [rehearsalCheck(exposure)] : []),
  ];
}

function ratioCheck({ sample_ratio: ratio }: Health, { next }: Verdict): HealthCheck {
  if (ratio === null || isTooFew(ratio)) {
    return {
      id: 'ratio',
      tone: 'neutral',
      word: 'Split not checked',
      cause: 'Too few people are exposed to compare the split with the weights of the variants.',
      next: 'Nothing to do: it is checked as soon as there are enough.',
    };
  }
  const p = pText(ratio.p_value);
  if (!ratio.is_alarm) {
    return {
      id: 'ratio',
      tone: 'ok',
      word: `Split as planned, p ${p.startsWith('<') ? p : `= ${p}`}`,
      cause: 'The people of each variant are as many as its weight lets expect, as far as chance goes.',
      next: 'Nothing to do. The alarm is at p < 0.001, so that a look every day does not raise it for nothing.',
    };
  }
  const isReweighted = next.some(({ code }) => code === 'start_new_run');
  return {
    id: 'ratio',
    tone: 'danger',
    word: `Split is off, p ${p.startsWith('<') ? p : `= ${p}`}`,
    cause: isReweighted
      ? 'The weights were changed during the run, so its people fit no one set of weights.'
      : 'More people are missing from a variant than chance explains. Often one variant loses them before it reports: by a redirect, a crash, a slow load, a filter, or code that asks for the flag at another place.',
    next: isReweighted
      ? 'Reset the experiment and run it anew with the weights it has now.'
      : 'Look at the newest exposures of each variant in Live and compare the code paths. After the repair reset the experiment: what was counted until now cannot be mended.',
  };
}

/** Chi-squared says nothing with fewer than 5 expected people in a variant: with one person every split is "as planned". */
const isTooFew = ({ expected, is_alarm: isAlarm }: SampleRatio) =>
  !isAlarm && Object.values(expected).some((people) => people > 0 && people < leastExpected);

function severalCheck({ in_several_variants: several, total }: Exposure): HealthCheck {
  if (several === 0) {
    return {
      id: 'several',
      tone: 'ok',
      word: 'One variant a person',
      cause: 'Nobody was seen in more than one variant.',
      next: 'Nothing to do.',
    };
  }
  return {
    id: 'several',
    tone: 'warning',
    word: `${several.toLocaleString('en')} in several variants`,
    cause: `${countWords(several, 'person was', 'people were')} seen in more than one variant, ${shareText(several, several + total)} of all. They are in no number here. It happens when weights change, when an override is set, or when somebody gets a new distinct_id at log-in.`,
    next: 'Ask for the flag with an id that stays, or turn on that the answer is kept across log-in in the flag. A few testers with overrides are no reason to worry.',
  };
}

function otherCheck({ other_values: others }: Exposure): HealthCheck[] {
  if (others === 0) return [];
  return [
    {
      id: 'other',
      tone: 'info',
      word: `${others.toLocaleString('en')} saw no variant`,
      cause: `${countWords(others, 'person', 'people')} got a value that is none of the variants: off, or a variant that is gone.`,
      next: 'They are in no number here. If they should take part, raise the rollout of the flag.',
    },
  ];
}

function enoughCheck(experiment: Experiment, exposure: Exposure, health: Health): HealthCheck {
  const smallest = Math.min(...experiment.variants.map(({ key }) => exposure.by_variant[key] ?? 0));
  const isOver = experiment.status === 'complete';
  const tone = isOver ? 'warning' : 'info';
  if (smallest < leastExposures) {
    return {
      id: 'enough',
      tone,
      word: `${smallest} of ${leastExposures} in the smallest variant`,
      cause: `Below ${leastExposures} people a variant one person more or less moves the numbers too much for any verdict.`,
      next: isOver ? 'Run it again for longer, or let more people in.' : waitWords(health),
    };
  }
  const { needed } = health;
  const goal = health.is_planned
    ? 'to see the smallest effect that was planned for'
    : 'to see an effect of 5% (relative): no smallest effect is planned under Setup';
  if (needed === null || exposure.total >= needed) {
    const planned = needed === null ? '' : ` It takes about ${needed.toLocaleString('en')} ${goal}.`;
    return {
      id: 'enough',
      tone: 'ok',
      word: 'Enough data',
      cause: `${countWords(exposure.total, 'person is', 'people are')} exposed, at least ${leastExposures} in each variant.${planned}`,
      next: 'Nothing to do: the result may be read.',
    };
  }
  return {
    id: 'enough',
    tone,
    word: `${exposure.total.toLocaleString('en')} of ${needed.toLocaleString('en')} needed`,
    cause: `It takes about ${needed.toLocaleString('en')} people ${goal}. With fewer, a real effect of that size is easily missed, and one that is found is often overrated.`,
    next: isOver ? 'Run it again for longer, or plan for a larger effect under Setup.' : waitWords(health),
  };
}

function waitWords({ days_left: left, per_day: pace }: Health): string {
  if (left === null || pace <= 0) return 'Nobody new comes at the moment: check that apps ask for the flag.';
  const words = `At ${paceWords(pace)} a day it takes ${leftWords(left)} more.`;
  return isOverAYear(left)
    ? `${words} Plan for a larger effect under Setup, or let more people in.`
    : `${words} Wait, or let more people in.`;
}

const paceWords = (pace: number) =>
  pace < 1 ? 'less than 1 person' : countWords(Math.round(pace), 'person', 'people');

function changesCheck({ changes }: Health): HealthCheck {
  if (changes.length === 0) {
    return {
      id: 'changes',
      tone: 'ok',
      word: 'Unchanged since launch',
      cause: 'Weights, metric and flag are what they were at the start.',
      next: 'Nothing to do.',
    };
  }
  return {
    id: 'changes',
    tone: 'warning',
    word: changes.length === 1 ? 'Changed mid-run' : `Changed mid-run ${changes.length} times`,
    cause:
      'It was changed after its start, so people from before and after may differ for other reasons than the variant.',
    next: 'After other weights or variants, a reset and a new run is the clean way. After another change, read the numbers with that in mind.',
  };
}

function metricCheck({ metric }: MetricResult): HealthCheck[] {
  const warnings = metric?.warnings ?? [];
  if (warnings.length === 0) return [];
  return [
    {
      id: 'metric',
      tone: 'warning',
      word: warnings.length === 1 ? 'Metric has a problem' : `Metric has ${warnings.length} problems`,
      cause: warnings.join(' '),
      next: 'Mend the metric under Setup: what is not understood matches nothing.',
    },
  ];
}

function sourceCheck({ feature_flag_key: key }: Experiment, { source }: Exposure): HealthCheck {
  if (source === 'feature_property') {
    return {
      id: 'source',
      tone: 'info',
      word: `Exposure from $feature/${key}`,
      cause: `No app sent $feature_flag_called for this flag, so the first event with $feature/${key} counts as the exposure. That may be later than when the variant was first seen.`,
      next: 'Let the app ask for the flag through its SDK, which sends $feature_flag_called by itself.',
    };
  }
  return {
    id: 'source',
    tone: 'ok',
    word: 'Exposure from $feature_flag_called',
    cause: 'A person counts from the first moment at which an app asked for the flag and got a variant.',
    next: 'Nothing to do.',
  };
}

function rehearsalCheck({ total }: Exposure): HealthCheck {
  return {
    id: 'rehearsal',
    tone: 'info',
    word: 'Rehearsal',
    cause: `The numbers come from ${countWords(total, 'person', 'people')}: few, or simulated. That is right for trying out flag, events and metric, and says nothing about real users.`,
    next: 'Read them as a test of the set-up. The label goes away from 1,000 people on, unless they are simulated.',
  };
}

const changeWords: Record<RunChangeKind, string> = {
  weights_changed: 'Weights of the variants',
  variants_changed: 'Variants of the flag',
  metric_changed: 'Primary metric',
  conditions_changed: 'Conditions of the flag',
  payloads_changed: 'Payloads of the flag',
  flag_turned_off: 'Flag turned off',
  flag_turned_on: 'Flag turned on',
  flag_renamed: 'Key of the flag',
  flag_deleted: 'Flag deleted',
  flag_restored: 'Flag restored',
};

/** What was changed, in words; kinds that this window does not know are shown as they are. */
export function changeKindWords(kind: string): string {
  const known = runChangeKind.safeParse(kind).data;
  return known === undefined ? kind.replaceAll('_', ' ') : changeWords[known];
}
