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
import looks from '../../ui/text.module.css';
import type { StepDraft } from '../editor/action-form.ts';
import { Sparkline } from '../list/sparkline.tsx';
import { actionWords } from '../words.ts';
import { EventCheck, OriginLine } from './event-check.tsx';
import { NearestMissNote } from './nearest-miss-note.tsx';
import classes from './preview-panel.module.css';
import type { DraftPreview } from './use-draft-preview.ts';
import { words } from './words.tsx';

type Props = {
  live: DraftPreview;
  /** Of the whole form. */
  steps: StepDraft[];
  days: number;
  /** The stored event that the action is created from. */
  origin: string | null;
  onDays: (days: number) => void;
  /** Applies a hint; null when the form is locked. */
  onStep: ((step: StepDraft) => void) | null;
};

const choices = [7, 14, 30].map((days) => ({ value: String(days), label: words.days(days) }));

/** Shows the events that the draft matches, updated while typing, and the verdict on one event. */
export function PreviewPanel(props: Props) {
  const { live, steps, days, origin, onDays, onStep } = props;
  const [checked, setChecked] = useState('');
  const check = useRef<HTMLElement>(null);
  const show = (uuid: string) => {
    setChecked(uuid);
    // The verdict loads below the list a moment later.
    setTimeout(() => check.current?.scrollIntoView({ block: 'nearest' }), 300);
  };
  return (
    <div className={classes.panel}>
      <header className={classes.header}>
        <h2 className={looks.title}>{words.title}</h2>
        <SegmentedControl
          size="xs"
          aria-label={words.daysLabel}
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
        <p className={looks.note}>{live.refusal}</p>
      )}
    </div>
  );
}

type MatchesProps = Props & { checked: string; onCheck: (uuid: string) => void };

function Matches({ checked, onCheck, ...draft }: MatchesProps) {
  const { live, steps, days } = draft;
  const { preview, settled, error } = live;
  if (settled.complete.steps.length === 0) {
    return <p className={looks.note}>{steps.length === 0 ? words.noSteps : words.noConditions}</p>;
  }
  if (error !== null) return <Refused live={live} />;
  if (preview === undefined) return <SkeletonRows rows={4} label={words.loading} />;
  return (
    <div className={classes.matches} data-stale={live.isStale || undefined}>
      <Count preview={preview} days={days} />
      {preview.results.length > 0 ? (
        <ul className={classes.list} aria-label={words.newest}>
          {preview.results.map((event) => (
            <li key={event.uuid}>
              <MatchRow event={event} isChecked={event.uuid === checked} onCheck={() => onCheck(event.uuid)} />
            </li>
          ))}
        </ul>
      ) : (
        <NearestMissNote {...draft} nearest={preview.nearest_event} />
      )}
    </div>
  );
}

/** Shows why the draft is refused; shorter when a field already shows the message. */
function Refused({ live }: { live: DraftPreview }) {
  const { message, hint } = explainError(live.error);
  const isAtField = Object.keys(live.serverErrors).length > 0;
  return (
    <p className={looks.note} role="status">
      {isAtField ? words.cannotTest(message) : words.failed(message, hint)}
    </p>
  );
}

function Count({ preview, days }: { preview: Preview; days: number }) {
  const { count, people_count: people, series } = preview;
  const hasDays = series.some((day) => day.count > 0);
  return (
    <div className={classes.count}>
      <p role="status">
        {words.count.events(count, formatCount(count))}
        {count > 0 && words.count.people(people, formatCount(people))}
        {preview.is_complete
          ? words.count.inDays(days)
          : words.count.since(<RelativeTime date={preview.searched_from} />)}
      </p>
      {hasDays && (
        <>
          <Sparkline series={series} />
          <details className={classes.days}>
            <summary>{words.count.daysTable}</summary>
            <DataTable
              label={actionWords.matchesPerDay}
              columns={[
                { header: words.count.day, cell: (day) => day.date },
                {
                  header: words.count.eventsColumn,
                  align: 'end',
                  width: '80px',
                  cell: (day) => formatCount(day.count),
                },
                {
                  header: actionWords.people,
                  align: 'end',
                  width: '80px',
                  cell: (day) => formatCount(day.people_count),
                },
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
      <button
        type="button"
        className={classes.match}
        aria-pressed={isChecked}
        title={words.match.why}
        onClick={onCheck}
      >
        <span className={classes.event}>{event.event}</span>
        <span className={classes.person}>{event.distinct_id}</span>
        <RelativeTime date={event.timestamp} className={looks.count} />
        {typeof url === 'string' && <span className={classes.url}>{url}</span>}
      </button>
      <Link
        to="/live"
        search={{ selected: event.uuid }}
        target="_blank"
        className={classes.open}
        aria-label={words.match.openOf(event.event)}
        title={words.match.open}
      >
        <Icon of={IconArrowUpRight} />
      </Link>
    </div>
  );
}
