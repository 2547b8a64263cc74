import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { EventDetail } from '#server/events/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { Copyable } from '../../ui/feedback/copy-button.tsx';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { exactTime } from '../../ui/format.ts';
import { KeyValue } from '../../ui/table/key-value.tsx';
import { RelativeTime } from '../../ui/table/relative-time.tsx';
import looks from '../../ui/text.module.css';
import { uiWords } from '../../ui/words.ts';
import type { FilterToken } from '../filters/filter-tokens.ts';
import { useWholeEvent } from '../queries.ts';
import { warningWords } from '../reason-words.ts';
import classes from './event-detail.module.css';
import { EventProperties } from './event-properties.tsx';
import { FilterBy } from './filter-by.tsx';
import { words } from './words.ts';

type Props = { event: EventDetail; marked: string | undefined; onFilter: (token: FilterToken) => void };

export function EventTab({ event, marked, onFilter }: Props) {
  return (
    <>
      <KeyValue
        entries={[
          [
            uiWords.distinctId,
            event.distinct_id === null ? null : (
              <Copyable key="id" value={event.distinct_id} label={words.event.distinctId} />
            ),
          ],
          [words.event.happened, <Moment key="happened" date={event.timestamp} />],
          [words.event.arrived, <Moment key="arrived" date={event.received_at} />],
          ...(event.test_run === null ? [] : [testRunEntry(event.test_run, onFilter)]),
          [words.event.uuid, <Copyable key="uuid" value={event.uuid} label={words.event.uuid} />],
        ]}
      />
      {event.warnings.length > 0 && (
        <ul className={classes.warnings} aria-label={words.event.warnings}>
          {event.warnings.map(({ code, detail }) => (
            <li key={code + detail}>
              <StatusChip tone="warning">{warningWords[code]}</StatusChip> {detail}
            </li>
          ))}
        </ul>
      )}
      <LargeEventNote event={event} />
      <EventProperties event={event} marked={marked === event.uuid ? undefined : marked} onFilter={onFilter} />
    </>
  );
}

function testRunEntry(run: string, onFilter: Props['onFilter']): [string, ReactNode] {
  const shown = (
    <span key="run" className={classes.moment}>
      <Link to="/test-runs/run/$name" params={{ name: run }} className="mono">
        {run}
      </Link>
      <FilterBy token={{ kind: 'test_run', value: run }} label={words.event.onlyTestRun(run)} onFilter={onFilter} />
    </span>
  );
  return [words.event.testRun, shown];
}

function Moment({ date }: { date: string }) {
  return (
    <span className={classes.moment}>
      {exactTime(new Date(date))} <RelativeTime date={date} className={looks.muted} />
    </span>
  );
}

/** Most keys to name; there can be hundreds. */
const MAX_NAMED = 3;

/** Says what is cut of a large event, and loads all of it on demand. */
function LargeEventNote({ event }: { event: EventDetail }) {
  const project = useProject();
  const whole = useWholeEvent(project.id, event.uuid);
  const { truncated } = event;
  if (truncated === undefined) return null;
  return (
    <Notice tone="neutral">
      <p>
        {words.large.size(truncated.size)} {cutWords(truncated)}
      </p>
      <Button size="compact-sm" variant="default" loading={whole.isPending} onClick={() => whole.mutate()}>
        {words.large.load(truncated.size)}
      </Button>
      {whole.error !== null && <ErrorNote what={words.large.verb} error={whole.error} />}
    </Notice>
  );
}

function cutWords({ values, omitted }: NonNullable<EventDetail['truncated']>): string {
  const cut = Object.entries(values);
  const named = cut.slice(0, MAX_NAMED);
  const sentences = cut.length === 0 ? [] : [words.large.cut(named, cut.length - named.length)];
  if (omitted > 0) sentences.push(words.large.omitted(omitted));
  return sentences.join(' ');
}
