import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Action, ActionCount } from '#server/actions/contract.ts';
import { DeletedNote } from '../../events/retention/deleted-note.tsx';
import { useProject } from '../../projects/current-project.ts';
import { DownloadButton } from '../../ui/feedback/download-button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { formatCount } from '../../ui/format.ts';
import layout from '../../ui/layout.module.css';
import { Section } from '../../ui/page/section.tsx';
import { useChangeSearch } from '../../ui/page/use-change-search.ts';
import { Segments } from '../../ui/segments.tsx';
import { RelativeTime } from '../../ui/table/relative-time.tsx';
import looks from '../../ui/text.module.css';
import { MatchingEvents } from '../preview/matching-events.tsx';
import { actionCountQuery } from '../queries.ts';
import { actionWords } from '../words.ts';
import { CountChart } from './count-chart.tsx';
import chartClasses from './count-panel.module.css';
import type { CountSearch } from './count-search.ts';
import { daysCsv, isBackwards, rangeOf, spanOf } from './days.ts';
import { words } from './words.ts';

const route = getRouteApi('/actions/$actionId');

/** Shows the matches per day of a range, and its newest matching events. */
export function CountPanel({ action }: { action: Action }) {
  const project = useProject();
  const search = route.useSearch();
  const range = rangeOf(search, Date.now());
  const query = useQuery({ ...actionCountQuery(project.id, action.id, range), enabled: !isBackwards(search) });
  // Of the count on screen: until the next one is loaded, that is the previous range.
  const [shown, setShown] = useState(search);
  if (query.isSuccess && !query.isPlaceholderData && shown !== search) setShown(search);
  const csv = query.data !== undefined && query.data.series.length > 0 && (
    <DownloadButton
      filename={`action-${action.id}-count.csv`}
      label={words.download}
      load={async () => new Blob([daysCsv(query.data.series)], { type: 'text/csv' })}
    >
      {actionWords.csv}
    </DownloadButton>
  );
  return (
    <div className={layout.widestStack}>
      <Section title={actionWords.matchesPerDay} actions={<Range search={search} download={csv} />}>
        {isBackwards(search) ? (
          <p className={chartClasses.hint} data-tone="danger" role="alert">
            {words.range.backwards}
          </p>
        ) : query.data !== undefined ? (
          <Count
            count={query.data}
            isWhole={spanOf(shown) === 'all'}
            label={words.chart.label(rangeWords(shown))}
            range={rangeWords(shown)}
          />
        ) : (
          <QueryState query={query} what={words.name} rows={6} />
        )}
        <DeletedNote />
      </Section>
      {!isBackwards(search) && <MatchingEvents action={action} range={range} />}
    </div>
  );
}

function rangeWords(search: CountSearch): string {
  const span = spanOf(search);
  if (span === null) return words.range.fromTo(search.from, search.to);
  return span === 'all' ? words.range.allTime : words.range.lastDays(span);
}

function Range({ search, download }: { search: CountSearch; download: React.ReactNode }) {
  const change = useChangeSearch<CountSearch>(route, false);
  const { date_from: from, date_to: to } = rangeOf(search, Date.now());
  return (
    <div className={layout.wrapLine}>
      <TextInput
        type="date"
        aria-label={words.range.first}
        w={132}
        value={from?.slice(0, 10) ?? ''}
        onChange={({ currentTarget: { value } }) => change({ from: value || undefined, to, span: undefined })}
      />
      <span className={looks.muted}>{words.range.to}</span>
      <TextInput
        type="date"
        aria-label={words.range.last}
        w={132}
        value={to?.slice(0, 10) ?? ''}
        onChange={({ currentTarget: { value } }) => change({ from, to: value || undefined, span: undefined })}
      />
      <Segments
        label={words.range.label}
        names={words.range.spans}
        value={spanOf(search)}
        onChange={(span) => change({ span, from: undefined, to: undefined })}
      />
      {download}
    </div>
  );
}

type CountProps = { count: ActionCount; isWhole: boolean; label: string; range: string };

function Count({ count, isWhole, label, range }: CountProps) {
  const { count: matches, people_count: people, last_matched_at: last, series } = count;
  if (matches === 0) return <NoMatch count={count} isWhole={isWhole} range={range} />;
  return (
    <>
      <dl className={chartClasses.figures}>
        <Figure label={actionWords.matches}>{formatCount(matches)}</Figure>
        <Figure label={actionWords.people}>{formatCount(people)}</Figure>
        <Figure label={words.figures.perPerson}>
          {people === 0 ? actionWords.none : (matches / people).toFixed(1)}
        </Figure>
        {last !== null && (
          <Figure label={words.figures.lastMatch}>
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

function NoMatch({ count, isWhole, range }: Omit<CountProps, 'label'>) {
  if (count.steps.length === 0) {
    return <EmptyState title={words.noMatch.noSteps}>{words.noMatch.addStep}</EmptyState>;
  }
  if (count.is_calculating) {
    return <EmptyState title={words.noMatch.calculating(range)}>{words.noMatch.wait}</EmptyState>;
  }
  return (
    <EmptyState
      title={words.noMatch.title(range)}
      action={
        !isWhole && (
          <Link to="." search={(previous) => ({ ...previous, span: 'all', from: undefined, to: undefined })}>
            {words.noMatch.showAll}
          </Link>
        )
      }
    >
      {isWhole ? words.noMatch.nearest : words.noMatch.otherDays}
    </EmptyState>
  );
}
