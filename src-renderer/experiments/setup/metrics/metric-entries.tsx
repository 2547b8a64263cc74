import { ActionIcon, Select } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconCopy, IconFilter, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { MetricKind } from '#server/experiments/metrics/kind-contract.ts';
import type { PropertyRow } from '../../../actions/editor/action-form.ts';
import { everyActionQuery } from '../../../actions/queries.ts';
import { EventNameField } from '../../../events/filters/event-name-field.tsx';
import { metricKinds } from '../../../metrics/metric-kind-words.ts';
import { useProject } from '../../../projects/current-project.ts';
import { IconAction } from '../../../ui/feedback/icon-action.tsx';
import { useField } from '../../../ui/form/field-errors.ts';
import { Choice } from '../../../ui/form/fields/choice.tsx';
import { orderOf } from '../../../ui/form/fields/order-entries.ts';
import { QuietButton } from '../../../ui/form/quiet-button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import layout from '../../../ui/layout.module.css';
import { entryPaths } from '../experiment-form-problems.ts';
import { type CountedDraft, copyOfEntry, type EntryDraft, newEntry, withTarget } from './entry-draft.ts';
import classes from './metric-card.module.css';
import { FilterMenu, MetricFilters } from './metric-filters.tsx';
import { words } from './words.ts';

type Props = {
  counted: CountedDraft;
  kind: MetricKind;
  /** "the primary metric": whose entries, for assistive tools. */
  of: string;
  /** The server's name of `counted`. */
  path: string;
  onEntries: (entries: EntryDraft[]) => void;
};

/** Edits what a metric measures: the steps of a funnel, in order, or all events of a count. */
export function MetricEntries({ counted, kind, of, path, onEntries }: Props) {
  const { entries } = counted;
  const add = useRef<HTMLButtonElement>(null);
  const [added, setAdded] = useState<string | null>(null);
  const paths = entryPaths(counted, path);
  const { add: addLabel, entriesOf } = metricKinds[kind];
  const addEntry = (which: EntryDraft['of']) => {
    const entry = newEntry(which);
    setAdded(entry.id);
    onEntries([...entries, entry]);
  };
  const { move, remove } = orderOf(entries, onEntries, add);
  return (
    <>
      <ol className={layout.rows} aria-label={entriesOf(of)}>
        {entries.map((entry, index) => (
          <Entry
            key={entry.id}
            entry={entry}
            index={index}
            last={entries.length - 1}
            kind={kind}
            isNew={entry.id === added}
            of={of}
            path={paths.get(entry.id) ?? `${path}__unsent__${index}`}
            onChange={(changed) => onEntries(entries.with(index, changed))}
            onMove={(by) => move(index, by)}
            onDuplicate={() => onEntries(entries.toSpliced(index + 1, 0, copyOfEntry(entry)))}
            onRemove={() => remove(index)}
          />
        ))}
      </ol>
      <div className={classes.adds}>
        <QuietButton ref={add} aria-label={words.entries.addTo(addLabel, of)} onClick={() => addEntry('event')}>
          {addLabel}
        </QuietButton>
        <QuietButton aria-label={words.entries.addTo(words.entries.addAction, of)} onClick={() => addEntry('action')}>
          {words.entries.addAction}
        </QuietButton>
      </div>
    </>
  );
}

type EntryProps = {
  entry: EntryDraft;
  /** From 0. */
  index: number;
  last: number;
  kind: MetricKind;
  /** It was just added. */
  isNew: boolean;
  of: string;
  path: string;
  onChange: (entry: EntryDraft) => void;
  onMove: (by: -1 | 1) => void;
  onDuplicate: () => void;
  onRemove: () => void;
};

function Entry(props: EntryProps) {
  const { entry, index, last, kind, of, onChange, onMove, onDuplicate, onRemove } = props;
  const { entry: noun, isOrdered, place } = metricKinds[kind];
  const name = words.entries.name(noun, index, of);
  const setRows = (properties: PropertyRow[]) => onChange({ ...entry, properties });
  return (
    <li className={layout.stack}>
      <div className={classes.entryLine}>
        <span className={classes.place}>{place(index)}</span>
        <Choice
          className={classes.sort}
          aria-label={words.entries.sortOf(name)}
          names={words.entries.sorts}
          value={entry.of}
          onChange={(sort) => onChange(withTarget(entry, sort, ''))}
        />
        <Target {...props} name={name} />
        <span className={classes.entryActions}>
          <FilterMenu onFilter={(row) => setRows([...entry.properties, row])}>
            <ActionIcon aria-label={words.filter.of(name)} title={words.filter.one}>
              <Icon of={IconFilter} />
            </ActionIcon>
          </FilterMenu>
          {isOrdered && (
            <>
              <IconAction
                icon={IconArrowUp}
                label={words.entries.move.up(name)}
                isOff={index === 0}
                onClick={() => onMove(-1)}
              />
              <IconAction
                icon={IconArrowDown}
                label={words.entries.move.down(name)}
                isOff={index === last}
                onClick={() => onMove(1)}
              />
            </>
          )}
          <IconAction icon={IconCopy} label={words.entries.duplicate(name)} onClick={onDuplicate} />
          <IconAction icon={IconX} label={words.removeOf(name)} onClick={onRemove} />
        </span>
      </div>
      <MetricFilters rows={entry.properties} of={name} path={props.path} event={eventOf(entry)} onRows={setRows} />
    </li>
  );
}

/** Returns the event whose properties are suggested; for an action, those of any event. */
const eventOf = ({ of, target }: EntryDraft) => (of === 'event' && target !== '' ? target : null);

function Target({ entry, name, path, isNew, onChange }: EntryProps & { name: string }) {
  const { error, onBlur } = useField(`${path}__id`);
  const common = { 'aria-label': words.nameOf(name), error, onBlur, autoFocus: isNew, className: classes.target };
  if (entry.of === 'any') {
    return <span className={classes.any}>{words.entries.anyEvent}</span>;
  }
  if (entry.of === 'action') return <ActionSelect {...common} entry={entry} onChange={onChange} />;
  return (
    <EventNameField
      {...common}
      placeholder={words.entries.example}
      spellCheck={false}
      value={entry.target}
      onChange={(target) => onChange(withTarget(entry, 'event', target))}
    />
  );
}

type SelectProps = {
  entry: EntryDraft;
  onChange: (entry: EntryDraft) => void;
} & Pick<React.ComponentProps<typeof Select>, 'aria-label' | 'error' | 'onBlur' | 'autoFocus' | 'className'>;

function ActionSelect({ entry, onChange, ...field }: SelectProps) {
  const project = useProject();
  const query = useQuery(everyActionQuery(project.id));
  const all = query.data?.results ?? [];
  const chosen = all.find(({ id }) => String(id) === entry.target);
  const data = all
    .filter(({ id, deleted }) => !deleted || String(id) === entry.target)
    .map(({ id, name, deleted }) => ({
      value: String(id),
      label: deleted ? words.entries.action.deleted(name) : name,
    }));
  const isUnknown = entry.target !== '' && chosen === undefined && query.isSuccess;
  const { choose, none, noMatch, gone } = words.entries.action;
  return (
    <Select
      {...field}
      searchable
      placeholder={query.isSuccess && data.length === 0 ? none : choose}
      nothingFoundMessage={noMatch}
      data={isUnknown ? [{ value: entry.target, label: gone(entry.target) }, ...data] : data}
      value={entry.target === '' ? null : entry.target}
      maxDropdownHeight={280}
      onChange={(id) => {
        const action = all.find((one) => String(one.id) === id);
        if (action !== undefined) onChange(withTarget(entry, 'action', String(action.id), action.name));
      }}
    />
  );
}
