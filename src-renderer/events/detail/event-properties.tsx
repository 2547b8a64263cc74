import { Switch, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EventDetail } from '#server/events/contract.ts';
import { isSdkProperty } from '#server/events/sdk-property-contract.ts';
import { differenceWords } from '../../diff/words.ts';
import { useProject } from '../../projects/current-project.ts';
import { FoldButton } from '../../ui/fold-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { JsonTree, type Path } from '../../ui/json/json-tree.tsx';
import { RelativeTime } from '../../ui/table/relative-time.tsx';
import looks from '../../ui/text.module.css';
import { uiWords } from '../../ui/words.ts';
import type { FilterToken } from '../filters/filter-tokens.ts';
import { tokenSentence } from '../filters/filter-words.ts';
import { eventDetailQuery } from '../queries.ts';
import { eventTitle } from '../reason-words.ts';
import classes from './event-detail.module.css';
import { FilterBy } from './filter-by.tsx';
import { onlyChanged, propertyChanges, searchProperties } from './property-changes.ts';
import { words } from './words.ts';

type Props = { event: EventDetail; marked: string | undefined; onFilter: (token: FilterToken) => void };

/** Shows the properties of an event: the app's own, then those of the SDK; compared with a marked event. */
export function EventProperties({ event, marked, onFilter }: Props) {
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
          w={200}
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
            label={words.event.changedOnly}
            checked={changedOnly}
            onChange={(change) => setChangedOnly(change.currentTarget.checked)}
          />
        </div>
      )}
      {isNarrow && Object.keys(shown).length === 0 ? (
        <p className={looks.note}>
          {search.trim() === '' ? words.event.noDifference : words.event.noMatch(search.trim())}
        </p>
      ) : (
        <Trees
          // Resets which nodes are open for another event, a loaded whole event, or another search.
          key={`${event.uuid} ${event.truncated === undefined} ${isNarrow}`}
          shown={shown}
          isNarrow={isNarrow}
          mark={(path) => {
            const kind = changes?.changeAt(path);
            return kind && differenceWords[kind];
          }}
          onFilter={onFilter}
        />
      )}
    </section>
  );
}

type TreesProps = {
  shown: Record<string, unknown>;
  isNarrow: boolean;
  mark: (path: Path) => string | undefined;
  onFilter: (token: FilterToken) => void;
};

/** Shows the properties, those of the SDK folded unless there are no others or a search is typed. */
function Trees({ shown, isNarrow, mark, onFilter }: TreesProps) {
  const { own = [], sdk = [] } = Object.groupBy(Object.entries(shown), ([key]) => (isSdkProperty(key) ? 'sdk' : 'own'));
  const [isOpen, setOpen] = useState(isNarrow || own.length === 0);
  const tree = (label: string, entries: [string, unknown][]) => (
    <JsonTree
      label={label}
      value={Object.fromEntries(entries)}
      depth={isNarrow ? 8 : 2}
      mark={mark}
      actions={(path, value) => {
        const token = tokenOf(path, value);
        return <FilterBy token={token} label={words.event.filterBy(tokenSentence(token))} onFilter={onFilter} />;
      }}
    />
  );
  return (
    <>
      {(own.length > 0 || sdk.length === 0) && tree(uiWords.properties, own)}
      {sdk.length > 0 && (
        <>
          <FoldButton isOpen={isOpen} onToggle={() => setOpen(!isOpen)}>
            {words.event.sdkProperties(sdk.length)}
          </FoldButton>
          {isOpen && tree(words.event.sdkLabel, sdk)}
        </>
      )}
    </>
  );
}

/** Longer values are no readable filter. */
const maxValueLength = 200;

/** Returns the condition that a value of an event meets: equal to it, or that it is set where it is large or has parts. */
function tokenOf(path: Path, value: unknown): FilterToken {
  const key = path.join('.');
  if (value === null) return { kind: 'type', key, type: 'null' };
  const isPlain = typeof value !== 'object' && value !== '' && String(value).length <= maxValueLength;
  if (!isPlain) return { kind: 'property', filter: { key, operator: 'is_set' } };
  return { kind: 'property', filter: { key, operator: 'exact', value: String(value) } };
}
