import { SegmentedControl } from '@mantine/core';
import { IconArrowUpRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { MatchedEvent, Preview } from '#server/actions/preview/preview-contract.ts';
import { explainError } from '../../api/errors.ts';
import { formatCount } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { RelativeTime } from '../../ui/table/relative-time.tsx';
import { SkeletonRows } from '../../ui/table/skeleton-rows.tsx';
import type { StepDraft } from '../editor/action-form.ts';
import { Sparkline } from '../list/sparkline.tsx';
import { EventCheck, OriginLine } from './event-check.tsx';
import { NearestMissNote } from './nearest-miss-note.tsx';
import classes from './preview-panel.module.css';
import type { DraftPreview } from './use-draft-preview.ts';

type Props = {
  live: DraftPreview;
  /** Of the whole form. */
  steps: StepDraft[];
  days: number;
  /** The stored event that the action is made from. */
  origin: string | null;
  onDays: (days: number) => void;
  /** Takes a hint; null where nothing can be changed. */
  onStep: ((step: StepDraft) => void) | null;
};

const choices = [7, 14, 30].map((days) => ({ value: String(days), label: `${days} days` }));

/** What the draft would have matched, while it is typed; and of one event, whether and why. */
export function PreviewPanel(props: Props) {
  const { live, steps, days, origin, onDays, onStep } = props;
  const [checked, setChecked] = useState('');
  const check = useRef<HTMLElement>(null);
  const show = (uuid: string) => {
    setChecked(uuid);
    // Its verdict is below the list, and comes a moment later.
    setTimeout(() => check.current?.scrollIntoView({ block: 'nearest' }), 300);
  };
  return (
    <div className={classes.panel}>
      <header className={classes.header}>
        <h2 className={classes.title}>Live preview</h2>
        <SegmentedControl
          size="xs"
          aria-label="Days to look back"
          data={choices}
          value={String(days)}
          onChange={(value) => onDays(Number(value))}
        />
      </header>
      {live.refusal === undefined ? (
        <>
          {origin !== null && <OriginLine live={live} event={origin} steps={steps} onStep={onStep} />}
          <Matches {...props} checked={checked} onCheck={show} />
          <EventCheck ref={check} live={live} steps={steps} event={checked} onEvent={setChecked} onStep={onStep} />
        </>
      ) : (
        <p className={classes.none}>{live.refusal}</p>
      )}
    </div>
  );
}

type MatchesProps = Props & { checked: string; onCheck: (uuid: string) => void };

function Matches({ live, steps, days, origin, checked, onCheck, onStep }: MatchesProps) {
  const { preview, settled, error } = live;
  if (settled.tryable.steps.length === 0) {
    return (
      <p className={classes.none}>
        {steps.length === 0
          ? 'Without a step nothing matches. Add one.'
          : 'Fill in a condition to see which events match.'}
      </p>
    );
  }
  if (error !== null) return <Refused live={live} />;
  if (preview === undefined) return <SkeletonRows rows={4} label="Looking for matches" />;
  return (
    <div className={classes.matches} data-stale={live.isStale || undefined}>
      <Count preview={preview} days={days} />
      {preview.results.length > 0 ? (
        <ul className={classes.list} aria-label="Newest matching events">
          {preview.results.map((event) => (
            <li key={event.uuid}>
              <MatchRow event={event} isChecked={event.uuid === checked} onCheck={() => onCheck(event.uuid)} />
            </li>
          ))}
        </ul>
      ) : (
        <NearestMissNote
          live={live}
          nearest={preview.nearest_event}
          steps={steps}
          days={days}
          origin={origin}
          onStep={onStep}
        />
      )}
    </div>
  );
}

/** What stands at a field is not said twice. */
function Refused({ live }: { live: DraftPreview }) {
  const { message, hint } = explainError(live.error);
  const isAtField = Object.keys(live.serverErrors).length > 0;
  return (
    <p className={classes.none} role="status">
      {isAtField ? `This cannot be tried yet: ${message}` : `The preview failed: ${message} ${hint}`}
    </p>
  );
}

function Count({ preview, days }: { preview: Preview; days: number }) {
  const { count, people_count: people, series } = preview;
  const hasDays = series.some((day) => day.count > 0);
  return (
    <div className={classes.count}>
      <p role="status">
        <b>{formatCount(count)}</b> {count === 1 ? 'event' : 'events'}
        {count > 0 && (
          <>
            {' '}
            of <b>{formatCount(people)}</b> {people === 1 ? 'person' : 'persons'}
          </>
        )}{' '}
        {preview.is_complete ? (
          `in the last ${days} days`
        ) : (
          <>
            since <RelativeTime date={preview.searched_from} />: there are too many events to look further while you
            type
          </>
        )}
      </p>
      {hasDays && (
        <>
          <Sparkline series={series} />
          <details className={classes.days}>
            <summary>Days as a table</summary>
            <DataTable
              label="Matches per day"
              columns={[
                { header: 'Day (UTC)', cell: (day) => day.date },
                { header: 'Events', align: 'end', width: '80px', cell: (day) => formatCount(day.count) },
                { header: 'Persons', align: 'end', width: '80px', cell: (day) => formatCount(day.people_count) },
              ]}
              rows={series.filter((day) => day.count > 0).toReversed()}
              rowKey={(day) => day.date}
            />
          </details>
        </>
      )}
    </div>
  );
}

type RowProps = { event: MatchedEvent; isChecked: boolean; onCheck: () => void };

function MatchRow({ event, isChecked, onCheck }: RowProps) {
  const url = event.properties.$current_url;
  return (
    <div className={classes.row} data-checked={isChecked || undefined}>
      <button type="button" className={classes.match} aria-pressed={isChecked} title="Why it matches" onClick={onCheck}>
        <span className={classes.event}>{event.event}</span>
        <span className={classes.person}>{event.distinct_id}</span>
        <RelativeTime date={event.timestamp} className={classes.time} />
        {typeof url === 'string' && <span className={classes.url}>{url}</span>}
      </button>
      <Link
        to="/live"
        search={{ selected: event.uuid }}
        target="_blank"
        className={classes.open}
        aria-label={`Open ${event.event} in the live view, in a new tab`}
        title="Open in the live view"
      >
        <Icon of={IconArrowUpRight} />
      </Link>
    </div>
  );
}
