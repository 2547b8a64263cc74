import { IconKeyOff, IconPinFilled, IconStack2 } from '@tabler/icons-react';
import { type CSSProperties, memo, type ReactNode } from 'react';
import type { EventStatus } from '#server/events/contract.ts';
import { useProject } from '../../../projects/current-project.ts';
import { StatusChip } from '../../../ui/feedback/status-chip.tsx';
import { exactTime } from '../../../ui/format.ts';
import { Icon } from '../../../ui/icon.tsx';
import { RelativeTime } from '../../../ui/table/relative-time.tsx';
import type { TimeShown } from '../../filters/live-search.ts';
import { eventStatusTones, eventStatusWords, eventTitle, liveStatusWords, reasonWords } from '../../reason-words.ts';
import type { TailRow } from '../tail-row.ts';
import { liveWords } from '../words.ts';
import classes from './event-rows.module.css';
import { deltaWords } from './row-order.ts';

/** Characters that the server shows of a key. */
const shownKeyLength = 8;
/** Characters of the end of an id that are always shown. */
const shownIdEnd = 5;

/** The place of a row among adjacent rows of its request, for the line that links them. */
export type BatchPlace = 'first' | 'middle' | 'last';
export type RowProps = {
  row: TailRow;
  place?: BatchPlace;
  /** On the first row of a request, what its marker shows and says. */
  batch?: string;
  batchTitle?: string;
  isMarked: boolean;
  isPinned: boolean;
  onBatch: (requestId: number) => void;
  shown?: TimeShown;
  /** The time of this row and of the one below, ISO 8601. */
  at?: string;
  before?: string | undefined;
};

const chip = (status: EventStatus) => (
  <StatusChip tone={eventStatusTones[status]} quiet>
    {eventStatusWords[status]}
  </StatusChip>
);

/** Made once, because React skips an element that it has drawn before. */
const chips: Record<EventStatus, ReactNode> = {
  accepted: chip('accepted'),
  dropped: chip('dropped'),
  rejected: chip('rejected'),
};

/** Shows the cells of one event, and renders again only when it changes; `rowLabel` is its text for assistive tools. */
export const RowCells = memo(function RowCells(props: RowProps) {
  const { row, place, batch, batchTitle, isMarked, isPinned, onBatch } = props;
  const { status, reason } = row;
  return (
    <>
      <span className={classes.gutter} data-place={place} aria-hidden="true" />
      <span className={classes.status} data-status={status} title={eventStatusWords[status]}>
        {chips[status]}
      </span>
      <span className={classes.name} data-nameless={row.event === null || undefined} title={row.event ?? undefined}>
        {isPinned && <Icon of={IconPinFilled} size={12} className={classes.pin} />}
        {isMarked && <b className={classes.mark}>{liveWords.row.marked}</b>}
        <span className={classes.cut}>{eventTitle(row)}</span>
      </span>
      {row.unassigned ? (
        <span className={classes.unassigned} title={liveStatusWords.unassigned}>
          <Icon of={IconKeyOff} className={classes.key} />{' '}
          <span className={classes.cut}>{liveStatusWords.unassigned}</span>
        </span>
      ) : (
        <span className={classes.person} title={row.distinctId ?? undefined}>
          {row.distinctId === null ? '–' : <DistinctId id={row.distinctId} />}
        </span>
      )}
      <span className={classes.details}>
        {reason !== null && (
          <span className={classes.reason} data-status={status} title={reasonWords(reason)}>
            {status === 'rejected' && row.sentence !== '' ? <Rejection row={row} /> : reasonWords(reason)}
          </span>
        )}
        {row.warnings.length > 0 && (
          <StatusChip tone="warning">{liveWords.row.warnings(row.warnings.length)}</StatusChip>
        )}
        {status !== 'rejected' && (
          <span className={classes.preview} title={row.sentence}>
            {row.sentence}
          </span>
        )}
        {batch !== undefined && row.requestId !== null && (
          <BatchMarker requestId={row.requestId} title={batchTitle} onBatch={onBatch}>
            {batch}
          </BatchMarker>
        )}
      </span>
      <RowTime shown={props.shown ?? 'relative'} at={props.at ?? row.receivedAt} before={props.before} />
    </>
  );
});

/** Shows an id in one line; where space is short its middle is cut, as ids often differ only at their end. */
function DistinctId({ id }: { id: string }) {
  // By code points: half of an emoji is no character.
  const line = [...id.replaceAll(/\s/g, ' ')];
  return (
    <>
      <span className={classes.idStart}>{line.slice(0, -shownIdEnd).join('')}</span>
      <span className={classes.idEnd}>{line.slice(-shownIdEnd).join('')}</span>
    </>
  );
}

type RowTimeProps = { shown: TimeShown; at: string; before: string | undefined };

function RowTime({ shown, at, before }: RowTimeProps) {
  if (shown === 'relative') return <RelativeTime date={at} className={classes.time} />;
  const exact = exactTime(new Date(at));
  const text =
    shown === 'exact'
      ? exact.slice(11, 23)
      : before === undefined
        ? '–'
        : deltaWords(Date.parse(at) - Date.parse(before));
  return (
    <time dateTime={at} title={exact} className={classes.time}>
      {text}
    </time>
  );
}

/** Explains why a request was rejected, with its facts. */
const Rejection = ({ row }: { row: TailRow }) => (
  <>
    {row.sentence}
    {row.reason === 'invalid_api_key' && <ThisKey />}
  </>
);

/** Shows, beside the key that came, the first characters of this project's. */
function ThisKey() {
  const { api_key: key } = useProject();
  return key !== null && liveWords.row.thisProjects(`${key.slice(0, shownKeyLength)}…`);
}

/** Opens the request's rows by mouse; by keyboard the detail pane and `b` do. */
function BatchMarker(props: {
  requestId: number;
  title: string | undefined;
  onBatch: (requestId: number) => void;
  children: string;
}) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: an option may hold no button; the detail pane has it
    // biome-ignore lint/a11y/useKeyWithClickEvents: the key `b` does the same
    <span
      className={classes.batch}
      title={liveWords.row.onlyRequest(props.title)}
      onClick={(event) => {
        event.stopPropagation();
        props.onBatch(props.requestId);
      }}
    >
      <Icon of={IconStack2} size={13} />
      {props.children}
    </span>
  );
}

type Batch = NonNullable<TailRow['batch']>;

/** Returns "Batch of 5: 4 accepted, 1 dropped"; only the number where all were accepted. */
export function batchWords(counts: Batch): string {
  const total = counts.accepted + counts.dropped;
  if (total === counts.accepted) return liveWords.row.batch(total);
  const parts = (['accepted', 'dropped'] as const)
    .filter((status) => counts[status] > 0)
    .map((status) => liveWords.row.counted(counts[status], status));
  return liveWords.row.batchOf(total, parts.join(', '));
}

export function rowLabel(row: TailRow, isMarked: boolean): string {
  const parts = [eventTitle(row), row.distinctId ?? liveWords.row.nobody, eventStatusWords[row.status].toLowerCase()];
  if (row.reason !== null) parts.push(`${reasonWords(row.reason)} (${row.reason})`);
  if (row.sentence !== '') parts.push(row.sentence);
  if (row.unassigned) parts.push(liveStatusWords.unassigned.toLowerCase());
  if (row.warnings.length > 0) parts.push(liveWords.row.warnings(row.warnings.length));
  if (isMarked) parts.push(liveWords.row.marked);
  return liveWords.row.label(parts, exactTime(new Date(row.receivedAt)).slice(11, 23));
}

export function rowStyle(top: number): CSSProperties {
  return { transform: `translateY(${top}px)` };
}
