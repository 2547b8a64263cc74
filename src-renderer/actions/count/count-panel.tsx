import { SegmentedControl, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Action, ActionCount } from '#server/actions/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { DownloadButton } from '../../ui/feedback/download-button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { formatCount, formatWeekday } from '../../ui/format.ts';
import { Section } from '../../ui/page/section.tsx';
import { RelativeTime } from '../../ui/table/relative-time.tsx';
import classes from '../editor/action-page.module.css';
import { MatchingEvents } from '../preview/matching-events.tsx';
import { actionCountQuery } from '../queries.ts';
import { CountChart } from './count-chart.tsx';
import chartClasses from './count-panel.module.css';
import { type CountSearch, daysCsv, isBackwards, rangeOf, type Span, spanOf } from './days.ts';

const route = getRouteApi('/actions/$actionId');

/** How often it was done, day by day, and the newest events that count. */
export function CountPanel({ action }: { action: Action }) {
  const project = useProject();
  const search = route.useSearch();
  const range = rangeOf(search, Date.now());
  const query = useQuery({ ...actionCountQuery(project.id, action.id, range), enabled: !isBackwards(search) });
  const csv = query.data !== undefined && query.data.series.length > 0 && (
    <DownloadButton
      filename={`action-${action.id}-count.csv`}
      label="Download the count per day as CSV"
      load={async () => new Blob([daysCsv(query.data.series)], { type: 'text/csv' })}
    >
      CSV
    </DownloadButton>
  );
  return (
    <div className={classes.panel}>
      <Section title="Matches per day" actions={<Range search={search} download={csv} />}>
        {isBackwards(search) ? (
          <p className={chartClasses.hint} data-tone="danger" role="alert">
            The last day is before the first: no day lies between them. Change one of the two dates.
          </p>
        ) : query.data !== undefined ? (
          <Count
            count={query.data}
            isWhole={spanOf(search) === 'all'}
            label={`Matches per day, ${rangeWords(search)}`}
            words={rangeWords(search)}
          />
        ) : (
          <QueryState query={query} what="The count" rows={6} />
        )}
      </Section>
      <MatchingEvents action={action} />
    </div>
  );
}

const spans: { value: Span; label: string }[] = [
  { value: '7', label: '7 d' },
  { value: '30', label: '30 d' },
  { value: '90', label: '90 d' },
  { value: 'all', label: 'All' },
];

function rangeWords(search: CountSearch): string {
  const span = spanOf(search);
  if (span !== null) return span === 'all' ? 'all time' : `last ${span} days`;
  const from = search.from === undefined ? 'from the first' : `from ${formatWeekday(search.from)}`;
  return `${from} to ${search.to === undefined ? 'today' : formatWeekday(search.to)}`;
}

function Range({ search, download }: { search: CountSearch; download: React.ReactNode }) {
  const navigate = route.useNavigate();
  const change = (part: CountSearch) =>
    void navigate({ search: (previous) => ({ ...previous, ...part }), replace: true, resetScroll: false });
  const { date_from: from, date_to: to } = rangeOf(search, Date.now());
  return (
    <div className={chartClasses.range}>
      <TextInput
        type="date"
        aria-label="First day"
        className={chartClasses.date}
        value={from?.slice(0, 10) ?? ''}
        onChange={({ currentTarget: { value } }) => change({ from: value || undefined, to, span: undefined })}
      />
      <span className={chartClasses.dim}>to</span>
      <TextInput
        type="date"
        aria-label="Last day"
        className={chartClasses.date}
        value={to?.slice(0, 10) ?? ''}
        onChange={({ currentTarget: { value } }) => change({ from, to: value || undefined, span: undefined })}
      />
      <SegmentedControl
        aria-label="Days"
        size="xs"
        value={spanOf(search) ?? ''}
        onChange={(span) => change({ span: span as Span, from: undefined, to: undefined })}
        data={spans}
      />
      {download}
    </div>
  );
}

type CountProps = { count: ActionCount; isWhole: boolean; label: string; words: string };

function Count({ count, isWhole, label, words }: CountProps) {
  const { count: matches, people_count: people, last_matched_at: last, series } = count;
  if (matches === 0) return <NoMatch count={count} isWhole={isWhole} words={words} />;
  return (
    <>
      <dl className={chartClasses.figures}>
        <Figure label="Matches">{formatCount(matches)}</Figure>
        <Figure label="People">{formatCount(people)}</Figure>
        <Figure label="Matches per person">{people === 0 ? '–' : (matches / people).toFixed(1)}</Figure>
        {last !== null && (
          <Figure label="Last match">
            <RelativeTime date={last} />
          </Figure>
        )}
      </dl>
      <CountChart series={series} label={label} />
    </>
  );
}

function Figure({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function NoMatch({ count, isWhole, words }: Omit<CountProps, 'label'>) {
  if (count.steps.length === 0) {
    return (
      <EmptyState title="Nothing can match yet">The action has no step. Add one under Definition and save.</EmptyState>
    );
  }
  if (count.is_calculating) {
    return (
      <EmptyState title={`No match yet, ${words}`}>
        Stored events are still being matched; what is found appears here.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={`No match, ${words}`}
      action={
        !isWhole && (
          <Link to="." search={(previous) => ({ ...previous, span: 'all', from: undefined, to: undefined })}>
            Show all time
          </Link>
        )
      }
    >
      Definition shows the nearest miss: which condition an event failed, and what would make it hold.
    </EmptyState>
  );
}
