import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Baseline } from '#server/experiments/planning/plan-contract.ts';
import { Sparkline } from '../../../actions/list/sparkline.tsx';
import { explainError } from '../../../api/errors.ts';
import { seenNamesQuery } from '../../../events/queries.ts';
import { useProject } from '../../../projects/current-project.ts';
import { formatCount } from '../../../ui/format.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import classes from './metric-card.module.css';
import type { EntryDraft, MetricDraft } from './metric-draft.ts';
import { baselineDays, type MetricBaseline } from './use-metric-baseline.ts';

type Props = {
  metric: MetricDraft;
  measured: MetricBaseline;
  /** Takes another event in the place of one that nobody sent. */
  onTarget: (entry: EntryDraft, target: string) => void;
};

/** What the metric was in the last days, of everybody, so that one sees what one measures before anything is launched. */
export function MetricFigures(props: Props) {
  const { measured } = props;
  const { baseline } = measured;
  return (
    <div className={classes.figures} data-stale={measured.isStale || undefined}>
      <span className={classes.span}>Last {baselineDays} days</span>
      {measured.kind === 'known' && baseline !== null ? <Known {...props} baseline={baseline} /> : <None {...props} />}
    </div>
  );
}

function None({ measured }: Props) {
  if (measured.kind === 'loading') return <span className={classes.dim}>Looking at the stored events …</span>;
  if (measured.kind === 'empty')
    return <span className={classes.dim}>Choose what people do, to see how many of them did it.</span>;
  if (measured.kind === 'unfinished')
    return <span className={classes.dim}>Fill in what is begun to see how it was.</span>;
  const { message, hint } = explainError(measured.error);
  const isAtField = Object.keys(measured.serverErrors).length > 0;
  return (
    <span className={classes.problem} role="status">
      {isAtField ? `It cannot be measured yet: ${message}` : `It could not be measured: ${message} ${hint}`}
    </span>
  );
}

function Known({ metric, baseline, onTarget }: Props & { baseline: Baseline }) {
  const { people, events, days, warnings } = baseline;
  if (people === 0) {
    return (
      <span className={classes.dim}>
        Nobody sent an event, so there is nothing to compare with yet. The experiment can be launched all the same; type
        a baseline in the plan.
      </span>
    );
  }
  if (events === 0) {
    return (
      <span className={classes.problem} role="status">
        <b>{baseline.kind === 'proportion' ? 'Nobody' : 'None'}</b> of {peopleWords(people)} did this.{' '}
        <Warnings metric={metric} baseline={baseline} onTarget={onTarget} />
      </span>
    );
  }
  const series = days.map((day) => ({ date: day.date, count: day.events, people_count: day.people }));
  return (
    <>
      <b className={classes.value}>{valueWords(baseline)}</b>
      <span className={classes.meaning}>{meaningWords(baseline)}</span>
      <Sparkline series={series} />
      {warnings.length > 0 && (
        <span className={classes.problem} role="status">
          <Warnings metric={metric} baseline={baseline} onTarget={onTarget} />
        </span>
      )}
      {baseline.kind === 'proportion' && metric.entries.length > 1 && <Steps baseline={baseline} />}
      <details className={classes.days}>
        <summary>Days as a table</summary>
        <DataTable
          label="The metric per day"
          columns={[
            { header: 'Day (UTC)', cell: (day) => day.date },
            { header: 'Events', align: 'end', width: '96px', cell: (day) => formatCount(day.events) },
            { header: 'Persons', align: 'end', width: '96px', cell: (day) => formatCount(day.people) },
          ]}
          rows={days.toReversed()}
          rowKey={(day) => day.date}
        />
      </details>
    </>
  );
}

/** How many came how far. */
function Steps({ baseline }: { baseline: Baseline }) {
  const { people, steps } = baseline;
  return (
    <ol className={classes.steps} aria-label="People who came to each step">
      <li>
        {formatCount(people)} <span className={classes.dim}>active</span>
      </li>
      {steps.map((count, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
        <li key={index}>
          {formatCount(count)} <span className={classes.dim}>step {index + 1}</span>
        </li>
      ))}
    </ol>
  );
}

/** What the server finds wrong with the metric; an event that nobody sent may be one that they sent under another name. */
function Warnings({ metric, baseline, onTarget }: Pick<Props, 'metric' | 'onTarget'> & { baseline: Baseline }) {
  const project = useProject();
  const seen = useQuery(seenNamesQuery(project.id)).data?.events;
  const isUnseen = ({ of, target }: EntryDraft) => of === 'event' && target !== '' && seen?.includes(target) === false;
  const unseen = metric.entries.find(isUnseen);
  const near = useQuery({ ...seenNamesQuery(project.id, unseen?.target), enabled: unseen !== undefined });
  const nearest = near.data?.nearest ?? null;
  return (
    <>
      {baseline.warnings.length > 0 ? baseline.warnings.join(' ') : 'Send it once, or choose another.'}{' '}
      {unseen !== undefined && nearest !== null && (
        <Anchor component="button" type="button" fz="inherit" onClick={() => onTarget(unseen, nearest)}>
          Use “{nearest}”
        </Anchor>
      )}
    </>
  );
}

const peopleWords = (people: number) =>
  people === 1 ? 'the 1 person who was active' : `${formatCount(people)} people who were active`;

/** "12.3%", "0.42 events per person". */
export function valueWords({ kind, value }: Pick<Baseline, 'kind' | 'value'>): string {
  if (value === null) return '–';
  return kind === 'proportion' ? `${digits(value * 100)}%` : `${digits(value)} per person`;
}

/** Three figures that tell something, and no more. */
const digits = (value: number) => String(Number(value.toPrecision(3)));

function meaningWords({ kind, people, successes, events }: Baseline): string {
  const all = people === 1 ? '1 active person' : `${formatCount(people)} active people`;
  if (kind === 'count') return `${formatCount(events)} ${events === 1 ? 'event' : 'events'} of ${all}`;
  return `${formatCount(successes ?? 0)} of ${all} did it`;
}
