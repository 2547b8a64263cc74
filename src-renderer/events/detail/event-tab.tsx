import { Switch, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EventDetail } from '#server/events/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { Copyable } from '../../ui/feedback/copy-button.tsx';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { exactTime } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { JsonTree } from '../../ui/json/json-tree.tsx';
import { KeyValue } from '../../ui/table/key-value.tsx';
import { RelativeTime } from '../../ui/table/relative-time.tsx';
import { eventDetailQuery } from '../queries.ts';
import { eventTitle, warningWords } from '../reasons.ts';
import classes from './event-detail.module.css';
import { LargeEventNote } from './large-event-note.tsx';
import { onlyChanged, propertyChanges, searchProperties } from './property-changes.ts';

export function EventTab({ event, marked }: { event: EventDetail; marked: string | undefined }) {
  return (
    <>
      <KeyValue
        entries={[
          [
            'Distinct id',
            event.distinct_id === null ? null : <Copyable key="id" value={event.distinct_id} label="distinct id" />,
          ],
          ['Happened', <Moment key="happened" date={event.timestamp} />],
          ['Arrived', <Moment key="arrived" date={event.received_at} />],
          ['uuid', <Copyable key="uuid" value={event.uuid} label="uuid" />],
        ]}
      />
      {event.warnings.length > 0 && (
        <ul className={classes.warnings} aria-label="Warnings">
          {event.warnings.map(({ code, detail }) => (
            <li key={code + detail}>
              <StatusChip tone="warning">{warningWords[code]}</StatusChip> {detail}
            </li>
          ))}
        </ul>
      )}
      <LargeEventNote event={event} />
      <Properties event={event} marked={marked === event.uuid ? undefined : marked} />
    </>
  );
}

function Moment({ date }: { date: string }) {
  return (
    <span className={classes.moment}>
      {exactTime(new Date(date))} <RelativeTime date={date} className={classes.dim} />
    </span>
  );
}

function Properties({ event, marked }: { event: EventDetail; marked: string | undefined }) {
  const project = useProject();
  const [search, setSearch] = useState('');
  const [changedOnly, setChangedOnly] = useState(false);
  const { data: before } = useQuery({
    ...eventDetailQuery(project.id, marked ?? ''),
    enabled: marked !== undefined,
  });
  const changes = before === undefined ? null : propertyChanges(event.properties, before.properties);
  const whole = changes?.value ?? event.properties;
  const narrowed = changes !== null && changedOnly ? onlyChanged(whole, changes.changeAt) : whole;
  const shown = searchProperties(narrowed, search);
  const isNarrow = search.trim() !== '' || changedOnly;
  return (
    <section className={classes.properties} aria-label="Properties">
      <div className={classes.propertyBar}>
        <h3 className={classes.heading}>Properties</h3>
        <TextInput
          size="xs"
          className={classes.propertySearch}
          aria-label="Search in properties"
          placeholder="Search in properties"
          leftSection={<Icon of={IconSearch} />}
          value={search}
          onChange={(change) => setSearch(change.currentTarget.value)}
        />
      </div>
      {before !== undefined && changes !== null && (
        <div className={classes.compared}>
          <span>
            {changes.count === 0 ? 'Nothing differs from' : `${changes.count} changed since`} the marked{' '}
            <b>{eventTitle(before)}</b>, <RelativeTime date={before.received_at} />
          </span>
          <Switch
            size="xs"
            label="Changed only"
            checked={changedOnly}
            onChange={(change) => setChangedOnly(change.currentTarget.checked)}
          />
        </div>
      )}
      {isNarrow && Object.keys(shown).length === 0 ? (
        <p className={classes.dim}>
          {search.trim() === '' ? 'No property differs.' : `No key or value contains “${search.trim()}”.`}
        </p>
      ) : (
        <JsonTree
          // Another event, all of a cut one, or another search, opens the tree anew: what is large then is folded.
          key={`${event.uuid} ${event.truncated === undefined} ${isNarrow}`}
          label="Properties"
          value={shown}
          depth={isNarrow ? 8 : 2}
          mark={changes?.changeAt}
        />
      )}
    </section>
  );
}
