import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconEqual,
  IconFlask,
  IconHourglass,
  type TablerIcon,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import type { Experiment } from '#server/experiments/contract.ts';
import type { MetricResult, SecondaryResult } from '#server/experiments/results/results-contract.ts';
import type { VerdictKind } from '#server/experiments/results/verdict/verdict-contract.ts';
import { leftWords } from '#server/experiments/results/words/days-contract.ts';
import { rehearsalWord, rehearsalWords } from '#server/experiments/results/words/rehearsal-contract.ts';
import { verdictWords } from '#server/experiments/results/words/verdict-words-contract.ts';
import { printFilter } from '../../../events/filters/filter-tokens.ts';
import { Terms } from '../../../metrics/terms.tsx';
import { useProject } from '../../../projects/current-project.ts';
import { simulationOf } from '../../../simulation/simulation-mark.ts';
import { StatusChip } from '../../../ui/feedback/status-chip.tsx';
import { formatCount } from '../../../ui/format.ts';
import { Icon } from '../../../ui/icon.tsx';
import { RelativeTime } from '../../../ui/table/relative-time.tsx';
import { unbroken } from '../metrics/results-numbers.ts';
import { ReportMenu } from '../report/report-menu.tsx';
import { words } from '../words.ts';
import { CautionList } from './caution-list.tsx';
import { GuardrailList } from './guardrail-list.tsx';
import { paceText, scheduleWords } from './schedule-words.ts';
import classes from './verdict.module.css';
import { verdictTone } from './verdict-tones.ts';

const { verdict: text } = words;

const icons: Record<VerdictKind, TablerIcon> = {
  no_metric: IconCircleDashed,
  draft: IconCircleDashed,
  no_exposures: IconCircleDashed,
  collecting: IconHourglass,
  unhealthy: IconAlertTriangle,
  better: IconCircleCheck,
  worse: IconCircleX,
  leaning: IconEqual,
  no_clear_difference: IconEqual,
};

/** `secondary` is undefined while it is computed: a report without it would look complete. */
type Props = { experiment: Experiment; result: MetricResult; secondary: SecondaryResult[] | undefined };

/** Shows the verdict in words, with its cautions and the next step. */
export function VerdictPanel({ experiment, result, secondary }: Props) {
  const id = useId();
  const mark = simulationOf(experiment, useProject());
  const verdict = verdictWords(experiment, result);
  const { kind } = result.verdict;
  const rehearsal = rehearsalWords(result);
  return (
    <section className={classes.verdict} aria-labelledby={id}>
      <Icon of={icons[kind]} className={classes.icon} data-tone={verdictTone(result.verdict)} size={28} />
      <div>
        <div className={classes.head}>
          <h2 id={id} className={classes.title} aria-live="polite">
            {verdict.title}
          </h2>
          {rehearsal !== null && (
            <span title={rehearsal}>
              <StatusChip tone="info" icon={IconFlask}>
                {rehearsalWord}
              </StatusChip>
            </span>
          )}
          {result.variants.length > 0 && (
            <div className={classes.actions}>
              <span className={classes.computed}>
                {text.computed} <RelativeTime date={result.computed_at} />
              </span>
              <ReportMenu
                report={secondary === undefined ? null : { experiment, result, secondary, link: location.href, mark }}
              />
            </div>
          )}
        </div>
        <p className={classes.text}>
          <Terms>{unbroken([verdict.text, ...verdict.next].join(' '))}</Terms>
        </p>
        <GuardrailList experiment={experiment} guardrails={result.verdict.guardrails} />
        <CautionList cautions={verdict.cautions} />
        <Next experiment={experiment} result={result} />
        {result.exposure !== null && result.exposure.total > 0 && <Figures experiment={experiment} result={result} />}
      </div>
    </section>
  );
}

function Next({ experiment, result }: Omit<Props, 'secondary'>) {
  if (result.status === 'no_metric' || result.status === 'draft') {
    return (
      <p className={classes.next}>
        <Link to="." search={(previous) => ({ ...previous, tab: 'setup' })}>
          {result.status === 'draft' ? text.openSetup : text.chooseMetric}
        </Link>
      </p>
    );
  }
  if (result.status !== 'no_exposures' || experiment.status === 'complete') return null;
  const calls = printFilter([
    { kind: 'event', value: '$feature_flag_called' },
    { kind: 'property', filter: { key: '$feature_flag', value: experiment.feature_flag_key, operator: 'exact' } },
  ]);
  return (
    <p className={classes.next}>
      <Link to="/live" search={{ q: calls, minutes: 0 }}>
        {text.watch}
      </Link>
      {experiment.feature_flag !== null && (
        <>
          {text.or}
          <Link to="/feature-flags/$flagId" params={{ flagId: experiment.feature_flag }}>
            {text.openFlag}
          </Link>
        </>
      )}
    </p>
  );
}

function Figures({ experiment, result }: Omit<Props, 'secondary'>) {
  const { exposure, health, basis } = result;
  if (exposure === null || health === null) return null;
  const isPart = basis !== null && basis.window_days !== null && basis.mature < basis.everyone;
  const pace = paceText(experiment.status, health);
  const entries: [string, string][] = [
    [text.exposed, formatCount(exposure.total)],
    ...(isPart ? [[text.mature(basis.window_days ?? 0), formatCount(basis.mature)] as [string, string]] : []),
    [
      health.effect === null ? text.planned : text.needed(health.effect),
      health.needed === null ? '–' : formatCount(health.needed),
    ],
    ...(pace === null ? [] : [[text.perDay, pace] as [string, string]]),
  ];
  if (experiment.status === 'running' && health.days_left !== null) {
    entries.push([text.timeLeft, health.days_left <= 0 ? text.none : leftWords(health.days_left)]);
  }
  const schedule = scheduleWords(health);
  return (
    <>
      <dl className={classes.figures}>
        {entries.map(([label, value]) => (
          <div key={label}>
            <dt>
              <Terms>{label}</Terms>
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {schedule !== null && <p className={classes.schedule}>{schedule}</p>}
    </>
  );
}
