import { Button, SegmentedControl } from '@mantine/core';
import { IconClock, IconMessage2 } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Delivery, DeliveryState } from '#server/actions/chat/chat-contract.ts';
import { useGuard } from '../../api/permissions.ts';
import { useProject } from '../../projects/current-project.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { StatusChip, type Tone } from '../../ui/feedback/status-chip.tsx';
import { Section } from '../../ui/page/section.tsx';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { LoadMore } from '../../ui/table/load-more.tsx';
import { RelativeTime } from '../../ui/table/relative-time.tsx';
import { deliveriesQuery, useRetryDelivery } from '../queries.ts';
import classes from './chat.module.css';

const states = [
  { value: 'all', label: 'All' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'failed', label: 'Failed' },
] as const;

type Props = {
  /** Whose messages; those of all actions without it. */
  actionId?: number;
  /** What stands there before the first message. */
  empty: ReactNode;
};

/** What became of each message: kept up to date, so that a retry can be watched. */
export function ChatDeliveries({ actionId, empty }: Props) {
  const project = useProject();
  const [state, setState] = useState<DeliveryState | 'all'>('all');
  const query = useInfiniteQuery(
    deliveriesQuery(project.id, {
      ...(actionId !== undefined && { action_id: actionId }),
      ...(state !== 'all' && { state }),
    }),
  );
  return (
    <Section
      title="Messages"
      {...(query.data?.pages[0] !== undefined && { count: query.data.pages[0].count })}
      actions={
        <SegmentedControl
          aria-label="State of the messages"
          size="xs"
          value={state}
          onChange={(value) => setState(value as typeof state)}
          data={[...states]}
        />
      }
    >
      {query.data === undefined ? (
        <QueryState query={query} what="The messages" rows={4} />
      ) : query.data.pages[0]?.count === 0 ? (
        state === 'all' ? (
          <EmptyState title="No message yet" icon={IconMessage2}>
            {empty}
          </EmptyState>
        ) : (
          <p className={classes.dim}>No message is {state}.</p>
        )
      ) : (
        <Deliveries query={query} withAction={actionId === undefined} />
      )}
    </Section>
  );
}

type Query = Parameters<typeof LoadMore>[0]['query'] & { data: { pages: { count: number; results: Delivery[] }[] } };

function Deliveries({ query, withAction }: { query: Query; withAction: boolean }) {
  const project = useProject();
  const retry = useRetryDelivery(project.id);
  const guard = useGuard('write');
  const deliveries = query.data.pages.flatMap(({ results }) => results);
  const columns: Column<Delivery>[] = [
    { header: 'Message', cell: eventLink },
    ...(withAction ? [{ header: 'Action', width: '18%', cell: actionLink }] : []),
    { header: 'State', width: '104px', cell: ({ state }) => <State state={state} /> },
    { header: 'Answer', width: '22%', cell: (delivery) => <Answer delivery={delivery} /> },
    { header: 'Tries', width: '52px', align: 'end', cell: ({ attempts }) => attempts },
    { header: 'When', width: '104px', align: 'end', cell: (delivery) => <When delivery={delivery} /> },
    {
      header: 'Actions',
      width: '104px',
      align: 'end',
      cell: ({ id, state, message }) =>
        state !== 'delivered' && (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={`Retry now: ${message}`}
            {...guard}
            loading={retry.isPending && retry.variables === id}
            onClick={() => retry.mutate(id)}
          >
            Retry now
          </Button>
        ),
    },
  ];
  return (
    <>
      {retry.isError && <ErrorNote what="retry the message" error={retry.error} />}
      <div className={classes.table}>
        <DataTable label="Messages" columns={columns} rows={deliveries} rowKey={({ id }) => id} />
      </div>
      <LoadMore
        what={['message', 'messages']}
        shown={deliveries.length}
        total={query.data.pages[0]?.count}
        query={query}
      />
    </>
  );
}

const tones: Record<DeliveryState, { tone: Tone; word: string }> = {
  waiting: { tone: 'info', word: 'Waiting' },
  delivered: { tone: 'ok', word: 'Delivered' },
  failed: { tone: 'danger', word: 'Failed' },
};

function State({ state }: { state: DeliveryState }) {
  const { tone, word } = tones[state];
  return (
    <StatusChip tone={tone} quiet {...(state === 'waiting' && { icon: IconClock })}>
      {word}
    </StatusChip>
  );
}

/** What came of the last try; the error says the status too. */
function Answer({ delivery: { status_code: status, error, attempts } }: { delivery: Delivery }) {
  if (attempts === 0) return <span className={classes.dim}>not tried yet</span>;
  const words = error ?? (status === null ? '–' : `Answered ${status}`);
  return <span title={words}>{words}</span>;
}

function When({
  delivery: { next_attempt_at: next, finished_at: finished, created_at: created },
}: {
  delivery: Delivery;
}) {
  if (next !== null) {
    return (
      <>
        next <RelativeTime date={next} />
      </>
    );
  }
  return <RelativeTime date={finished ?? created} />;
}

function actionLink({ action_id: actionId, action_name: name }: Delivery) {
  return (
    <Link
      to="/actions/$actionId"
      params={{ actionId }}
      search={{ tab: 'chat' }}
      className={classes.action}
      title={name}
    >
      {name}
    </Link>
  );
}

/** Opens the event that it is about. */
function eventLink({ event_uuid: uuid, message }: Delivery) {
  return (
    <Link to="/live" search={{ selected: uuid, tab: 'matches' }} className={classes.message} title={message}>
      {message === '' ? 'Empty message' : message}
    </Link>
  );
}
