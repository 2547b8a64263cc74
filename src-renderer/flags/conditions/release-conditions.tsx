import { Button, Select } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { GroupType } from '../../persons/group-types.ts';
import { useField } from '../../ui/form/field-errors.ts';
import { OrList } from '../../ui/form/fields/or-list.tsx';
import { orderOf } from '../../ui/form/fields/order-entries.ts';
import { Icon } from '../../ui/icon.tsx';
import { Section } from '../../ui/page/section.tsx';
import looks from '../../ui/text.module.css';
import classes from '../editor/flag-form.module.css';
import { type ConditionDraft, copyOf, newCondition } from '../editor/flag-form-values.ts';
import type { FlagFormState } from '../editor/use-flag-form.ts';
import { flagWords } from '../words.ts';
import { ConditionEditor } from './condition-editor.tsx';
import type { FlagReach } from './use-flag-reach.ts';
import { words } from './words.tsx';

type Props = {
  title?: string;
  state: Pick<FlagFormState, 'form' | 'change'>;
  groupTypes: GroupType[];
  reach: FlagReach | null;
  isLocked: boolean;
  groupType: string | null;
};

/** Edits who gets the flag: whoever meets one of the conditions. */
export function ReleaseConditions(props: Props) {
  const { title = words.title, state, reach, groupType, isLocked } = props;
  const { form, change } = state;
  const add = useRef<HTMLButtonElement>(null);
  const [added, setAdded] = useState<string | null>(null);
  const { conditions, groupTypeIndex } = form;
  const set = (next: ConditionDraft[]) => change({ conditions: next });
  const { move, remove } = orderOf(conditions, set, add);
  const addCondition = () => {
    const condition = newCondition();
    setAdded(condition.id);
    set([...conditions, condition]);
  };
  return (
    <Section title={title} count={conditions.length}>
      <div className={classes.section}>
        <MatchBy {...props} />
        {conditions.length !== 1 && <p className={looks.note}>{conditions.length === 0 ? words.none : words.inTurn}</p>}
        <OrList items={conditions} className={classes.conditions}>
          {(condition, index) => (
            <ConditionEditor
              condition={condition}
              index={index}
              count={conditions.length}
              isNew={condition.id === added}
              owner={groupTypeIndex === null ? { kind: 'person' } : { kind: 'group', group_type_index: groupTypeIndex }}
              groupType={groupType}
              variants={form.isMultivariate ? form.variants : []}
              reach={reach?.ofCondition(index, conditions.length) ?? null}
              disabled={isLocked}
              onChange={(changed) => set(conditions.with(index, changed))}
              onMove={(by) => move(index, by)}
              onDuplicate={() => set(conditions.toSpliced(index + 1, 0, copyOf(condition)))}
              onRemove={() => remove(index)}
            />
          )}
        </OrList>
        <div>
          <Button ref={add} variant="default" leftSection={<Icon of={IconPlus} />} onClick={addCondition}>
            {words.addCondition}
          </Button>
        </div>
      </div>
    </Section>
  );
}

const PERSONS = 'persons';

function MatchBy({ state, groupTypes, groupType }: Props) {
  const { form, change } = state;
  const { error } = useField('filters__aggregation_group_type_index');
  return (
    <div className={classes.row}>
      <Select
        w={160}
        label={words.matchBy.label}
        data={[
          { value: PERSONS, label: flagWords.persons },
          ...groupTypes.map(({ index, name }) => ({ value: String(index), label: words.matchBy.groups(name) })),
        ]}
        value={form.groupTypeIndex === null ? PERSONS : String(form.groupTypeIndex)}
        allowDeselect={false}
        error={error}
        onChange={(value) => change({ groupTypeIndex: value === PERSONS ? null : Number(value) })}
      />
      <p className={classes.servedHint}>
        {groupType !== null ? words.matchBy.group(groupType) : words.matchBy.person}{' '}
        {groupType === null && groupTypes.length === 0 && words.matchBy.noGroups}
      </p>
    </div>
  );
}
