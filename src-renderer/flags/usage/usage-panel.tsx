import { Button, SegmentedControl } from '@mantine/core';
import { IconBroadcast } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Flag } from '#server/flags/contract.ts';
import type { FlagUsage, ServedAnswer } from '#server/flags/evaluation/evaluation-contract.ts';
import { printFilter } from '../../events/filters/filter-tokens.ts';
import { useProject } from '../../projects/current-project.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Section } from '../../ui/page/section.tsx';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { RelativeTime } from '../../ui/table/relative-time.tsx';
import { flagServedQuery, flagUsageQuery } from '../queries.ts';
import { reasonWords } from '../reasons.ts';
import { ValueMark, variantKeys } from '../variants/value-mark.tsx';
import { usageBands } from './usage.ts';
import { UsageChart } from './usage-chart.tsx';
import classes from './usage-panel.module.css';

const spans = { 60: 'last hour', 1440: 'last 24 hours', 10080: 'last 7 days' } as const;
type Minutes = keyof typeof spans;
const WEEK = 10_080;
/** Of the newest answers, how many are shown at first. */
const FEW = 20;

/** What the flag was really answered with: per value over time, and the newest answers one by one. */
export function UsagePanel({ flag }: { flag: Flag }) {
  const project = useProject();
  const [minutes, setMinutes] = useState<Minutes>(60);
  const query = useQuery(flagUsageQuery(project.id, flag.id, minutes));
  return (
    <div className={classes.panel}>
      <Section title="Answers served" actions={<Actions flag={flag} minutes={minutes} onMinutes={setMinutes} />}>
        {query.data === undefined ? (
          <QueryState query={query} what="The usage" rows={4} />
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
      <Link to="/live" search={{ q: calls }} className={classes.live}>
        <Icon of={IconBroadcast} /> Its events in Live
      </Link>
      <SegmentedControl
        aria-label="Time span"
        size="xs"
        value={String(minutes)}
        onChange={(value) => onMinutes(Number(value) as Minutes)}
        data={[
          { value: '60', label: '1 h' },
          { value: '1440', label: '24 h' },
          { value: '10080', label: '7 d' },
        ]}
      />
    </>
  );
}

type UsageProps = { usage: FlagUsage; flag: Flag; minutes: Minutes; onWeek: () => void };

function Usage({ usage, flag, minutes, onWeek }: UsageProps) {
  const variants = variantKeys(flag);
  const bands = usageBands(usage, variants);
  if (bands.length === 0) return <NotAsked flag={flag} minutes={minutes} onWeek={onWeek} />;
  return <UsageChart usage={usage} bands={bands} variants={variants} minutes={minutes} span={spans[minutes]} />;
}

function NotAsked({ flag, minutes, onWeek }: { flag: Flag; minutes: Minutes; onWeek: () => void }) {
  if (flag.last_served_at !== null && minutes < WEEK) {
    return (
      <EmptyState
        title={`No app asked in the ${spans[minutes]}`}
        action={
          <Button variant="default" onClick={onWeek}>
            Show the last 7 days
          </Button>
        }
      >
        It was served last <RelativeTime date={flag.last_served_at} />.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No app has asked for this flag yet">
      An SDK asks for all flags when it starts. Point yours at this server with its snippet, or copy the call of the
      test panel as curl: each answer shows up here within seconds.
    </EmptyState>
  );
}

function Served({ flag }: { flag: Flag }) {
  const project = useProject();
  const [all, setAll] = useState(false);
  const query = useQuery(flagServedQuery(project.id, flag.id));
  if (query.data === undefined) return <QueryState query={query} what="The served answers" rows={4} />;
  if (query.data.length === 0) return null;
  const variants = variantKeys(flag);
  const columns: Column<ServedAnswer>[] = [
    { header: 'Person', width: '20%', cell: ({ distinct_id }) => <TestLink distinctId={distinct_id} /> },
    { header: 'Value', width: '19%', cell: ({ value }) => <ValueMark value={value} variants={variants} /> },
    { header: 'Reason', width: '24%', cell: ({ reason }) => reasonWords[reason] },
    { header: 'Client', cell: ({ client, path }) => <Client client={client} path={path} /> },
    { header: 'Version', width: '60px', align: 'end', cell: ({ version }) => version },
    { header: 'When', width: '80px', align: 'end', cell: ({ at }) => <RelativeTime date={at} /> },
  ];
  return (
    <Section title="Newest answers">
      <DataTable
        label="Newest answers"
        columns={columns}
        rows={all ? query.data : query.data.slice(0, FEW)}
        rowKey={({ distinct_id, at, path }) => `${at} ${distinct_id} ${path}`}
      />
      {!all && query.data.length > FEW && (
        <Button variant="subtle" size="compact-sm" mt={8} onClick={() => setAll(true)}>
          Show {query.data.length - FEW} more
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
      title={`Test the flag for ${distinctId}`}
      className={classes.id}
    >
      {distinctId}
    </Link>
  );
}

function Client({ client, path }: { client: string | null; path: string }) {
  return (
    <span title={`${client ?? 'not named'} ${path}`}>
      {client ?? 'not named'} <span className={classes.path}>{path}</span>
    </span>
  );
}
