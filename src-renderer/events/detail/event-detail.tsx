import { IconCircleCheck } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, Suspense, type SyntheticEvent, useRef, useState } from 'react';
import type { EventDetail as Detail } from '#server/events/contract.ts';
import type { EventReason } from '#server/events/reason-contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { Callout } from '../../ui/feedback/callout.tsx';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { Icon } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazy/lazy-part.ts';
import linkButton from '../../ui/page/link-button.module.css';
import { PanelTabs } from '../../ui/panel-tabs.tsx';
import type { FilterToken } from '../filters/filter-tokens.ts';
import { type DetailTab, detailTab } from '../filters/live-search.ts';
import { eventDetailQuery } from '../queries.ts';
import { eventStatusTones, eventStatusWords, eventTitle, reasonWords } from '../reason-words.ts';
import { batchWords } from '../tail/rows/event-row.tsx';
import { reasonAdvice } from './advice-words.ts';
import { DetailActions } from './detail-actions.tsx';
import { DiffTab } from './diff/diff-tab.tsx';
import classes from './event-detail.module.css';
import { EventTab } from './event-tab.tsx';
import { RejectedRequest } from './outgoing.ts';
import { PersonTab } from './person-tab.tsx';
import { PipelineTab } from './pipeline-tab.tsx';
import { RawTab } from './raw-tab.tsx';
import type { Drafts, Resend } from './use-resend.ts';
import { words } from './words.ts';

/** Loads the editor when it is opened, with the JSON parser. */
const EditResend = lazyPart(() => import('./edit-resend.tsx'), 'EditResend');

export type DetailProps = {
  uuid: string;
  tab: DetailTab;
  marked: string | undefined;
  isPinned: boolean;
  /** What the tab Diff compares the event with. */
  compareWith: string | undefined;
  resend: Resend;
  drafts: Drafts;
  paneRef: RefObject<HTMLElement | null>;
  onTab: (tab: DetailTab) => void;
  onMark: () => void;
  onPin: () => void;
  onCompareWith: (compareWith: string) => void;
  onBatch: (requestId: number) => void;
  onFilter: (token: FilterToken) => void;
  onSelect: (uuid: string) => void;
  /** The content of the tab Matches, from features to the right. */
  matches: (event: Detail) => ReactNode;
};

/** Shows one event in detail, loaded by uuid, so that links to events outside the list work. */
export function EventDetail(props: DetailProps) {
  const project = useProject();
  const query = useQuery({ ...eventDetailQuery(project.id, props.uuid), placeholderData: keepPreviousData });
  const isBusy = query.isPlaceholderData;
  /** Until the event is loaded, the pane shows the one before it, on which nothing may act. The tabs belong to both. */
  const holdBusy = (click: SyntheticEvent<HTMLElement, MouseEvent>) => {
    if (!isBusy || (click.target instanceof Element && click.target.closest('[role="tab"]') !== null)) return;
    click.preventDefault();
    click.stopPropagation();
  };
  return (
    <article
      ref={props.paneRef}
      className={classes.pane}
      aria-label={words.label}
      aria-busy={isBusy}
      onClickCapture={holdBusy}
      tabIndex={-1}
    >
      {query.isError || query.data === undefined ? (
        <QueryState query={query} what={words.what} rows={10} />
      ) : (
        <Loaded {...props} event={query.data} isBusy={isBusy} />
      )}
    </article>
  );
}

function Loaded(props: DetailProps & { event: Detail; isBusy: boolean }) {
  const { event, tab, resend, drafts } = props;
  const [edited, setEdited] = useState(() => [...drafts.keys()]);
  const isEditing = edited.includes(event.uuid) && !props.isBusy;
  const editRef = useRef<HTMLButtonElement>(null);
  const close = () => setEdited((last) => last.filter((uuid) => uuid !== event.uuid));
  return (
    <>
      <header className={classes.header}>
        <div className={classes.titleLine}>
          <h2 className={classes.title} title={eventTitle(event)}>
            {eventTitle(event)}
          </h2>
          <StatusChip tone={eventStatusTones[event.status]}>{eventStatusWords[event.status]}</StatusChip>
        </div>
        <DetailActions
          {...props}
          isEditing={isEditing}
          editRef={editRef}
          onEdit={() => (isEditing ? close() : setEdited([...edited, event.uuid]))}
        />
        {event.reason !== null && <ReasonNote event={event} reason={event.reason} />}
        <BatchNote event={event} onBatch={props.onBatch} />
        <SentNote resend={resend} uuid={event.uuid} onSelect={props.onSelect} />
      </header>
      {isEditing ? (
        <Suspense>
          <EditResend
            key={event.uuid}
            event={event}
            resend={resend}
            drafts={drafts}
            onClose={() => {
              close();
              editRef.current?.focus();
            }}
          />
        </Suspense>
      ) : (
        <PanelTabs
          label={words.tabs.about}
          tabs={tabsOf(props)}
          value={tab}
          onChange={props.onTab}
          classes={{ tabs: classes.tabs, list: classes.tabList, panel: classes.panel }}
        />
      )}
    </>
  );
}

function tabsOf(props: DetailProps & { event: Detail }) {
  const { event, marked, matches, onFilter, onSelect } = props;
  const panels = {
    event: <EventTab event={event} marked={marked} onFilter={onFilter} />,
    diff: <DiffTab {...props} />,
    pipeline: <PipelineTab event={event} />,
    person: <PersonTab event={event} onSelect={onSelect} />,
    matches: matches(event),
    raw: <RawTab event={event} />,
  } satisfies Record<DetailTab, ReactNode>;
  return detailTab.options.map((value) => ({ value, label: words.tabs[value], panel: panels[value] }));
}

/** Explains why an event was dropped or rejected, and what to do. */
function ReasonNote({ event, reason }: { event: Detail; reason: EventReason }) {
  return (
    <p className={classes.reason} data-tone={eventStatusTones[event.status]}>
      <b>{reasonWords(reason)}</b> <code>{reason}</code>
      {event.count > 1 && (
        <span>{event.status === 'rejected' ? words.moreRequests(event.count) : words.moreEvents(event.count)}</span>
      )}
      <span>{reasonAdvice[reason]}</span>
      {event.unassigned && <span>{words.unassigned}</span>}
    </p>
  );
}

function BatchNote({ event, onBatch }: { event: Detail; onBatch: (requestId: number) => void }) {
  const { request } = event;
  if (request === null || request.accepted + request.dropped < 2) return null;
  const { accepted, dropped } = request;
  return (
    <p className={classes.batch}>
      {batchWords({ accepted, dropped })}
      <button type="button" className={linkButton.link} onClick={() => onBatch(request.id)}>
        {words.onlyRequest}
      </button>
    </p>
  );
}

/** Shows the result of resending the event. */
function SentNote({ resend, uuid, onSelect }: { resend: Resend; uuid: string; onSelect: (uuid: string) => void }) {
  if (resend.variables?.from !== uuid || resend.isPending) return null;
  if (resend.error instanceof RejectedRequest) {
    return (
      <Callout tone="danger" role="alert">
        {words.sent.rejected(resend.error.detail)}
      </Callout>
    );
  }
  if (resend.isError) return <ErrorNote what={words.sent.verb} error={resend.error} />;
  const arrived = resend.data?.arrived ?? null;
  return (
    <p className={classes.sent} role="status">
      <Icon of={IconCircleCheck} size={16} />
      <span>
        {words.sent.sent} {arrived === null ? words.sent.unknown : words.sent.arrived}
      </span>
      {arrived !== null && (
        <button type="button" className={linkButton.link} onClick={() => onSelect(arrived)}>
          {words.sent.show}
        </button>
      )}
    </p>
  );
}
