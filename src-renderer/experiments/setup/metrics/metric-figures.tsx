import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { valueFormats } from '#server/experiments/metrics/kind-contract.ts';
import { type Baseline, baselineDays } from '#server/experiments/planning/plan-contract.ts';
import { Sparkline } from '../../../actions/list/sparkline.tsx';
import { explainError } from '../../../api/errors.ts';
import { seenNamesQuery } from '../../../events/queries.ts';
import { useProject } from '../../../projects/current-project.ts';
import { formatCount } from '../../../ui/format.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import looks from '../../../ui/text.module.css';
import { useFocusKept } from '../../../ui/use-focus-kept.ts';
import type { EntryDraft } from './entry-draft.ts';
import classes from './metric-card.module.css';
import type { MetricDraft } from './metric-draft.ts';
import { baselineMeaning } from './metric-words.ts';
import type { MetricBaseline } from './use-metric-baseline.ts';
import { words } from './words.ts';

type Props = {
  metric: MetricDraft;
  measured: MetricBaseline;
  /** Takes another event in the place of one that nobody sent. */
  onTarget: (entry: EntryDraft, target: string) => void;
};

/** Shows the metric over the last days, of everyone, so that its definition can be checked before the launch. */
export function MetricFigures(props: Props) {
  const { measured } = props;
  const { baseline } = measured;
  const focus = useFocusKept<HTMLDivElement>();
  return (
    <div ref={focus.place} className={classes.figures} data-stale={measured.isStale || undefined} {...focus.actions}>
      <span className={looks.dim}>{words.figures.span(baselineDays)}</span>
      {measured.kind === 'known' && baseline !== null ? <Known {...props} baseline={baseline} /> : <None {...props} />}
    </div>
  );
}

function None({ measured }: Props) {
  const { loading, empty, unfinished, refused, failed } = words.figures;
  if (measured.kind === 'loading') return <span className={looks.muted}>{loading}</span>;
  if (measured.kind === 'empty') return <span className={looks.muted}>{empty}</span>;
  if (measured.kind === 'unfinished') return <span className={looks.muted}>{unfinished(baselineDays)}</span>;
  const { message, hint } = explainError(measured.error);
  const isAtField = Object.keys(measured.serverErrors).length > 0;
  return (
    <span className={classes.problem} role="status">
      {isAtField ? refused(message) : failed(message, hint)}
    </span>
  );
}

function Known({ metric, baseline, onTarget }: Props & { baseline: Baseline }) {
  const { value, people, events, successes, days, steps, warnings, window_days: window } = baseline;
  const { figure } = valueFormats[metric.kind];
  const { nobody, noValue, didNot, scope, table } = words.figures;
  if (people === 0 || value === null)
    return <span className={looks.muted}>{(people === 0 ? nobody : noValue)(baselineDays)}</span>;
  if (events === 0) {
    return (
      <span className={classes.problem} role="status">
        {didNot(people)} <Warnings metric={metric} baseline={baseline} onTarget={onTarget} />
      </span>
    );
  }
  const series = days.map((day) => ({ date: day.date, count: day.events, people_count: day.people }));
  return (
    <>
      <b className={classes.value}>{figure(value)}</b>
      <span className={classes.meaning}>{baselineMeaning(metric.kind, baseline)}</span>
      <Sparkline series={series} />
      {warnings.length > 0 && (
        <span className={classes.problem} role="status">
          <Warnings metric={metric} baseline={baseline} onTarget={onTarget} />
        </span>
      )}
      {steps.length > 1 && <Steps baseline={baseline} />}
      <p className={classes.scope}>{scope(window, baselineDays)}</p>
      <details className={classes.days}>
        <summary>{table.open(successes !== null)}</summary>
        <DataTable
          label={table.label}
          columns={[
            { header: table.day, cell: (day) => day.date },
            { header: table.events, align: 'end', width: '96px', cell: (day) => formatCount(day.events) },
            { header: table.persons, align: 'end', width: '96px', cell: (day) => formatCount(day.people) },
          ]}
          rows={days.toReversed()}
          rowKey={(day) => day.date}
        />
      </details>
    </>
  );
}

/** Shows how many people came to each step. */
function Steps({ baseline }: { baseline: Baseline }) {
  const { people, steps } = baseline;
  const { label, active, step } = words.figures.steps;
  return (
    <ol className={classes.steps} aria-label={label}>
      <li>
        {formatCount(people)} <span className={looks.muted}>{active}</span>
      </li>
      {steps.map((count, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
        <li key={index}>
          {formatCount(count)} <span className={looks.muted}>{step(index + 1)}</span>
        </li>
      ))}
    </ol>
  );
}

/** Shows the server's warnings; an event that nobody sent may have been sent under another name. */
function Warnings({ metric, baseline, onTarget }: Pick<Props, 'metric' | 'onTarget'> & { baseline: Baseline }) {
  const project = useProject();
  const seen = useQuery(seenNamesQuery(project.id)).data?.events;
  const isUnseen = ({ of, target }: EntryDraft) => of === 'event' && target !== '' && seen?.includes(target) === false;
  const unseen = metric.entries.find(isUnseen);
  const near = useQuery({ ...seenNamesQuery(project.id, unseen?.target), enabled: unseen !== undefined });
  const nearest = near.data?.nearest ?? null;
  return (
    <>
      {baseline.warnings.length > 0 ? baseline.warnings.map(({ detail }) => detail).join(' ') : words.figures.unseen}{' '}
      {unseen !== undefined && nearest !== null && (
        <Anchor component="button" type="button" fz="inherit" onClick={() => onTarget(unseen, nearest)}>
          {words.figures.use(nearest)}
        </Anchor>
      )}
    </>
  );
}
