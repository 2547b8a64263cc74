import { ActionIcon, Autocomplete, Tooltip } from '@mantine/core';
import { IconDice5, IconPlus, IconX } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useGroupTypes } from '../../persons/group-types.ts';
import { foundPersonsQuery, groupsQuery } from '../../persons/queries.ts';
import { useProject } from '../../projects/current-project.ts';
import { useTyped } from '../../ui/form/use-typed.ts';
import { Icon } from '../../ui/icon.tsx';
import layout from '../../ui/layout.module.css';
import looks from '../../ui/text.module.css';
import { flagWords } from '../words.ts';
import { TestProperties } from './test-properties.tsx';
import type { TestGroup, TestSubject } from './test-question.ts';
import classes from './test-subject.module.css';
import { words } from './words.tsx';

const { subject: text } = words;

type Props = { subject: TestSubject; onChange: (part: Partial<TestSubject>) => void };

/** Edits the person that the flag is tested for, properties that override the stored ones, and groups. */
export function TestSubjectForm({ subject, onChange }: Props) {
  const changeGroup = (id: string, part: Partial<TestGroup>) =>
    onChange({ groups: subject.groups.map((group) => (group.id === id ? { ...group, ...part } : group)) });
  return (
    <div className={layout.stack}>
      <PersonField value={subject.distinctId} onChange={(distinctId) => onChange({ distinctId })} />
      <TestProperties
        label={text.propertiesOf(text.thePerson)}
        value={subject.properties}
        onChange={(properties) => onChange({ properties })}
      >
        {text.personHint}
      </TestProperties>
      {subject.groups.map((group) => (
        <GroupFields
          key={group.id}
          group={group}
          onChange={(part) => changeGroup(group.id, part)}
          onRemove={() => onChange({ groups: subject.groups.filter(({ id }) => id !== group.id) })}
        />
      ))}
      <button
        type="button"
        className={classes.add}
        onClick={() => onChange({ groups: [...subject.groups, newGroup('')] })}
      >
        <Icon of={IconPlus} size={12} /> {text.addGroup}
      </button>
    </div>
  );
}

export function newGroup(type: string): TestGroup {
  return { id: crypto.randomUUID(), type, key: '', properties: '' };
}

function PersonField({ value, onChange }: { value: string; onChange: (distinctId: string) => void }) {
  const project = useProject();
  const search = useTyped(value);
  const { data: persons = [] } = useQuery(foundPersonsQuery(project.id, search));
  const names = new Map(
    persons.map((person) => {
      const id = person.distinct_ids.find((id) => id.includes(search)) ?? person.distinct_ids[0] ?? '';
      return [id, person.name] as const;
    }),
  );
  // A list of the one person that is already entered would only cover the fields below.
  const isFound = names.size === 1 && names.has(value);
  return (
    <div className={classes.person}>
      <Autocomplete
        className={classes.grow}
        label={flagWords.person}
        placeholder={text.person}
        value={value}
        onChange={onChange}
        data={isFound ? [] : [...names.keys()]}
        filter={({ options }) => options}
        renderOption={({ option }) => <PersonOption id={option.value} name={names.get(option.value) ?? ''} />}
        autoComplete="off"
        spellCheck={false}
      />
      <Tooltip label={text.randomIdHint}>
        <ActionIcon
          variant="default"
          size={30}
          aria-label={text.randomId}
          onClick={() => onChange(`visitor-${crypto.randomUUID().slice(0, 8)}`)}
        >
          <Icon of={IconDice5} size={16} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}

function PersonOption({ id, name }: { id: string; name: string }) {
  return (
    <span className={classes.option}>
      <span className="mono">{id}</span>
      {name !== id && <span className={looks.dim}>{name}</span>}
    </span>
  );
}

type GroupProps = { group: TestGroup; onChange: (part: Partial<TestGroup>) => void; onRemove: () => void };

function GroupFields({ group, onChange, onRemove }: GroupProps) {
  const project = useProject();
  const search = useTyped(group.key);
  const types = useGroupTypes(null);
  const found = useInfiniteQuery(groupsQuery(project.id, search)).data?.rows ?? [];
  const name = group.type === '' ? text.theGroup : group.type;
  return (
    <fieldset className={classes.group} aria-label={text.group(group.type)}>
      <div className={classes.groupLine}>
        <Autocomplete
          label={text.groupType}
          placeholder={text.groupTypeExample}
          value={group.type}
          onChange={(type) => onChange({ type })}
          data={types.map((type) => type.name)}
        />
        <Autocomplete
          className={classes.grow}
          label={text.groupKey}
          placeholder={text.groupKeyExample}
          value={group.key}
          onChange={(key) => onChange({ key })}
          data={keysOf(found, group.type)}
          filter={({ options }) => options}
          spellCheck={false}
        />
        <ActionIcon size={30} aria-label={text.removeGroup(name)} onClick={onRemove}>
          <Icon of={IconX} />
        </ActionIcon>
      </div>
      <TestProperties
        label={text.propertiesOf(name)}
        value={group.properties}
        onChange={(properties) => onChange({ properties })}
      >
        {text.groupHint}
      </TestProperties>
    </fieldset>
  );
}

function keysOf(groups: readonly { group_type: string; group_key: string }[], type: string): string[] {
  const ofType = groups.filter(({ group_type }) => type === '' || group_type === type);
  return [...new Set(ofType.map(({ group_key }) => group_key))].slice(0, 6);
}
