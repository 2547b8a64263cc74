import { Button } from '@mantine/core';
import { IconClock, IconMessage2 } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { type Delivery, type DeliveryState, maxWaitingMessages } from '#server/actions/chat/chat-contract.ts';
import { useGuard } from '../../api/permissions.ts';
import { useProject } from '../../projects/current-project.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { StatusChip, type Tone } from '../../ui/feedback/status-chip.tsx';
import { Section } from '../../ui/page/section.tsx';
import { Segments } from '../../ui/segments.tsx';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { LoadMore, type PagedQuery } from '../../ui/table/load-more.tsx';
import { RelativeTime } from '../../ui/table/relative-time.tsx';
import { actionsColumn } from '../../ui/table/row-button.tsx';
import { deliveriesQuery, useRetryDelivery } from '../queries.ts';
import { actionWords } from '../words.ts';
import classes from './chat.module.css';
import { words } from './words.tsx';

const { messages: text } = words;
const states = { all: text.all, ...text.states };

type Props = {
  /** Without it, messages of all actions. */
  actionId?: number;
  /** Shown before the first message. */
  empty: ReactNode;
};

/** Shows the delivery of each message, refreshed often to follow retries. */
export function ChatDeliveries({ actionId, empty }: Props) {
  const project = useProject();
  const [state, setState] = useState<keyof typeof states>('all');
  const query = useInfiniteQuery(
    deliveriesQuery(project.id, {
      ...(actionId !== undefined && { action_id: actionId }),
      ...(state !== 'all' && { state }),
    }),
  );
  return (
    <Section
      title={text.title}
      {...(query.data?.total !== undefined && { count: query.data.total })}
      actions={<Segments label={text.filter} names={states} value={state} onChange={setState} />}
    >
      {query.data === undefined ? (
        <QueryState query={query} what={text.name} rows={4} />
      ) : query.data.rows.length === 0 ? (
        state === 'all' ? (
          <EmptyState title={text.none} icon={IconMessage2}>
            {empty}
          </EmptyState>
        ) : (
          <p className={classes.dim}>{text.noneInState(state)}</p>
        )
      ) : (
        <Deliveries query={query} deliveries={query.data.rows} withAction={actionId === undefined} />
      )}
    </Section>
  );
}

type DeliveriesProps = { query: PagedQuery<Delivery>; deliveries: Delivery[]; withAction: boolean };

function Deliveries({ query, deliveries, withAction }: DeliveriesProps) {
  const project = useProject();
  const retry = useRetryDelivery(project.id);
  const guard = useGuard('write');
  const columns: Column<Delivery>[] = [
    { header: text.columns.message, cell: eventLink },
    ...(withAction ? [{ header: text.columns.action, width: '18%', cell: actionLink }] : []),
    { header: text.columns.status, width: '104px', cell: ({ state }) => <State state={state} /> },
    { header: text.columns.answer, width: '22%', cell: (delivery) => <Answer delivery={delivery} /> },
    { header: text.columns.tries, width: '52px', align: 'end', cell: ({ attempts }) => attempts },
    { header: actionWords.time, width: '104px', align: 'end', cell: (delivery) => <When delivery={delivery} /> },
    actionsColumn(
      '104px',
      ({ id, state, message }) =>
        state !== 'delivered' && (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={text.retryOf(message)}
            {...guard}
            loading={retry.isPending && retry.variables === id}
            onClick={() => retry.mutate(id)}
          >
            {text.retry}
          </Button>
        ),
    ),
  ];
  return (
    <>
      {deliveries.some(({ state }) => state === 'waiting') && (
        <p className={classes.dim}>{text.limit(maxWaitingMessages)}</p>
      )}
      {retry.isError && <ErrorNote what={text.retryFailed} error={retry.error} />}
      <div className={classes.table}>
        <DataTable label={text.title} columns={columns} rows={deliveries} rowKey={({ id }) => id} />
      </div>
      <LoadMore what={text.count} query={query} />
    </>
  );
}

const tones: Record<DeliveryState, Tone> = { waiting: 'info', delivered: 'ok', failed: 'danger' };

function State({ state }: { state: DeliveryState }) {
  return (
    <StatusChip tone={tones[state]} quiet {...(state === 'waiting' && { icon: IconClock })}>
      {text.states[state]}
    </StatusChip>
  );
}

/** Shows the result of the last attempt; an error includes the status. */
function Answer({ delivery: { status_code: status, error, attempts } }: { delivery: Delivery }) {
  if (attempts === 0) return <span className={classes.dim}>{text.notTried}</span>;
  const answer = error ?? (status === null ? actionWords.none : text.answered(status));
  return <span title={answer}>{answer}</span>;
}

function When({
  delivery: { next_attempt_at: next, finished_at: finished, created_at: created },
}: {
  delivery: Delivery;
}) {
  if (next !== null) {
    return text.next(<RelativeTime date={next} />);
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

/** Opens the event of the message. */
function eventLink({ event_uuid: uuid, message }: Delivery) {
  return (
    <Link to="/live" search={{ selected: uuid, tab: 'matches' }} className={classes.message} title={message}>
      {message === '' ? text.empty : message}
    </Link>
  );
}
