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
import { uiWords } from '../../ui/words.ts';
import { eventDetailQuery } from '../queries.ts';
import { eventTitle, warningWords } from '../reason-words.ts';
import classes from './event-detail.module.css';
import { LargeEventNote } from './large-event-note.tsx';
import { onlyChanged, propertyChanges, searchProperties } from './property-changes.ts';
import { words } from './words.ts';

export function EventTab({ event, marked }: { event: EventDetail; marked: string | undefined }) {
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
    <section className={classes.properties} aria-label={uiWords.properties}>
      <div className={classes.propertyBar}>
        <h3 className={classes.heading}>{uiWords.properties}</h3>
        <TextInput
          size="xs"
          className={classes.propertySearch}
          aria-label={words.event.search}
          placeholder={words.event.search}
          leftSection={<Icon of={IconSearch} />}
          value={search}
          onChange={(change) => setSearch(change.currentTarget.value)}
        />
      </div>
      {before !== undefined && changes !== null && (
        <div className={classes.compared}>
          <span>
            {changes.count === 0 ? words.event.noChanges : words.event.changes(changes.count)}{' '}
            <b>{eventTitle(before)}</b>, <RelativeTime date={before.received_at} />
          </span>
          <Switch
            size="xs"
            label={words.event.changedOnly}
            checked={changedOnly}
            onChange={(change) => setChangedOnly(change.currentTarget.checked)}
          />
        </div>
      )}
      {isNarrow && Object.keys(shown).length === 0 ? (
        <p className={classes.dim}>
          {search.trim() === '' ? words.event.noDifference : words.event.noMatch(search.trim())}
        </p>
      ) : (
        <JsonTree
          // Resets which nodes are open for another event, a loaded whole event, or another search.
          key={`${event.uuid} ${event.truncated === undefined} ${isNarrow}`}
          label={uiWords.properties}
          value={shown}
          depth={isNarrow ? 8 : 2}
          mark={changes?.changeAt}
        />
      )}
    </section>
  );
}
