import { Button } from '@mantine/core';
import { IconBroadcast } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { usageRetentionDays } from '#server/core/limits-contract.ts';
import type { Flag } from '#server/flags/contract.ts';
import type { FlagUsage, ServedAnswer } from '#server/flags/evaluation/evaluation-contract.ts';
import { printFilter } from '../../events/filters/filter-tokens.ts';
import { useProject } from '../../projects/current-project.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import layout from '../../ui/layout.module.css';
import { Section } from '../../ui/page/section.tsx';
import { Segments } from '../../ui/segments.tsx';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { RelativeTime } from '../../ui/table/relative-time.tsx';
import { timeColumn } from '../../ui/table/time-column.tsx';
import looks from '../../ui/text.module.css';
import { flagServedQuery, flagUsageQuery } from '../queries.ts';
import { flagReasonWords } from '../reason-words.ts';
import { ValueMark, variantKeys } from '../variants/value-mark.tsx';
import { flagWords } from '../words.ts';
import { usageBands } from './usage.ts';
import { UsageChart } from './usage-chart.tsx';
import classes from './usage-panel.module.css';
import { words } from './words.tsx';

const { long: spans, short: choices } = words.span;
type Minutes = keyof typeof spans;
const WEEK = 10_080;
/** Newest answers shown before “Show more”. */
const FIRST_ROWS = 20;

/** Shows the answers that apps got: per value over time, and the newest one by one. */
export function UsagePanel({ flag }: { flag: Flag }) {
  const project = useProject();
  const [minutes, setMinutes] = useState<Minutes>(60);
  const query = useQuery(flagUsageQuery(project.id, flag.id, minutes));
  return (
    <div className={layout.widestStack}>
      <Section title={words.title} actions={<Actions flag={flag} minutes={minutes} onMinutes={setMinutes} />}>
        {query.data === undefined ? (
          <QueryState query={query} what={words.name} rows={4} />
        ) : (
          <Usage usage={query.data} flag={flag} minutes={minutes} onWeek={() => setMinutes(WEEK)} />
        )}
      </Section>
      <Served flag={flag} />
    </div>
  );
}

type ActionsProps = { flag: Flag; minutes: Minutes; onMinutes: (minutes: Minutes) => void };

function Actions({ flag, minutes, onMinutes }: ActionsProps) {
  const calls = printFilter([
    { kind: 'event', value: '$feature_flag_called' },
    { kind: 'property', filter: { key: '$feature_flag', value: flag.key, operator: 'exact' } },
  ]);
  return (
    <>
      <Link to="/live" search={{ q: calls, minutes: 0 }} className={classes.live}>
        <Icon of={IconBroadcast} /> {words.live}
      </Link>
      <Segments
        label={words.span.label}
        names={choices}
        value={`${minutes}`}
        onChange={(value) => onMinutes(Number(value) as Minutes)}
      />
    </>
  );
}

type UsageProps = { usage: FlagUsage; flag: Flag; minutes: Minutes; onWeek: () => void };

function Usage({ usage, flag, minutes, onWeek }: UsageProps) {
  const variants = variantKeys(flag);
  const bands = usageBands(usage, variants);
  if (bands.length === 0) return <NotRequested flag={flag} minutes={minutes} onWeek={onWeek} />;
  return <UsageChart usage={usage} bands={bands} variants={variants} minutes={minutes} span={spans[minutes]} />;
}

function NotRequested({ flag, minutes, onWeek }: { flag: Flag; minutes: Minutes; onWeek: () => void }) {
  const { last_served_at: last } = flag;
  if (last === null) {
    return <EmptyState title={words.notRequested.atAll(usageRetentionDays)}>{words.notRequested.how}</EmptyState>;
  }
  return (
    <EmptyState
      title={words.notRequested.inSpan(spans[minutes])}
      action={
        minutes < WEEK ? (
          <Button variant="default" onClick={onWeek}>
            {words.notRequested.showWeek}
          </Button>
        ) : undefined
      }
    >
      {words.notRequested.last(<RelativeTime date={last} />)}
    </EmptyState>
  );
}

function Served({ flag }: { flag: Flag }) {
  const project = useProject();
  const [all, setAll] = useState(false);
  const query = useQuery(flagServedQuery(project.id, flag.id));
  if (query.data === undefined) return <QueryState query={query} what={words.servedName} rows={4} />;
  if (query.data.length === 0) return null;
  const variants = variantKeys(flag);
  const columns: Column<ServedAnswer>[] = [
    { header: flagWords.person, width: '20%', cell: ({ distinct_id }) => <TestLink distinctId={distinct_id} /> },
    { header: flagWords.value, width: '19%', cell: ({ value }) => <ValueMark value={value} variants={variants} /> },
    { header: words.newest.columns.reason, width: '24%', cell: ({ reason }) => flagReasonWords[reason] },
    { header: words.newest.columns.client, cell: ({ client, path }) => <Client client={client} path={path} /> },
    { header: words.newest.columns.version, width: '60px', align: 'end', cell: ({ version }) => version },
    timeColumn(words.newest.columns.time, ({ at }) => at, '80px'),
  ];
  return (
    <Section title={words.newest.title}>
      <DataTable
        label={words.newest.title}
        columns={columns}
        rows={all ? query.data : query.data.slice(0, FIRST_ROWS)}
        rowKey={({ distinct_id, at, path }) => `${at} ${distinct_id} ${path}`}
      />
      {!all && query.data.length > FIRST_ROWS && (
        <Button variant="subtle" size="compact-sm" mt={8} onClick={() => setAll(true)}>
          {words.newest.more(query.data.length - FIRST_ROWS)}
        </Button>
      )}
    </Section>
  );
}

function TestLink({ distinctId }: { distinctId: string }) {
  return (
    <Link
      to="."
      search={(previous) => ({ ...previous, person: distinctId })}
      resetScroll={false}
      title={words.newest.test(distinctId)}
      className={looks.mono}
    >
      {distinctId}
    </Link>
  );
}

function Client({ client, path }: { client: string | null; path: string }) {
  return (
    <span title={`${client ?? words.newest.noClient} ${path}`}>
      {client ?? words.newest.noClient} <span className={looks.muted}>{path}</span>
    </span>
  );
}
