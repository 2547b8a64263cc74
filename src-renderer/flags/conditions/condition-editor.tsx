import { Select, Slider } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconCopy, IconTrash } from '@tabler/icons-react';
import { useId, useRef } from 'react';
import { PropertyRows } from '../../properties/property-rows.tsx';
import type { PropertyOwner } from '../../properties/queries.ts';
import { IconAction } from '../../ui/feedback/icon-action.tsx';
import editor from '../../ui/form/editor.module.css';
import { useField } from '../../ui/form/field-errors.ts';
import type { EntryActions } from '../../ui/form/fields/order-entries.ts';
import { QuietButton } from '../../ui/form/quiet-button.tsx';
import looks from '../../ui/text.module.css';
import { type ConditionDraft, type FlagVariantDraft, newProperty } from '../editor/flag-form-values.ts';
import { flagWords } from '../words.ts';
import classes from './condition-editor.module.css';
import { PercentInput } from './percent-input.tsx';
import { ReachLine, type ReachOfCondition } from './reach-line.tsx';
import { words } from './words.tsx';

type Props = EntryActions<ConditionDraft> & {
  condition: ConditionDraft;
  /** From 0. */
  index: number;
  count: number;
  /** It was just added. */
  isNew: boolean;
  owner: PropertyOwner;
  groupType: string | null;
  /** Empty for a boolean flag. */
  variants: FlagVariantDraft[];
  reach: ReachOfCondition | null;
  disabled: boolean;
  onMove: (by: -1 | 1) => void;
};

/** Edits a release condition: its people, their rollout, and the variant where it fixes one. */
export function ConditionEditor(props: Props) {
  const { condition, index, owner, groupType, onChange } = props;
  const titleId = useId();
  const add = useRef<HTMLButtonElement>(null);
  const { properties } = condition;
  const of = flagWords.condition(index);
  return (
    <li className={editor.part} aria-labelledby={titleId}>
      <header className={classes.header}>
        <h3 id={titleId} className={editor.partTitle}>
          {words.condition.title(index)}
        </h3>
        <ReachLine reach={props.reach} groupType={groupType} isOnly={props.count === 1} />
        <Actions {...props} />
      </header>
      {properties.length === 0 ? (
        <p className={looks.note}>{words.condition.all(groupType)}</p>
      ) : (
        <ul className={classes.properties} aria-label={words.condition.properties(of)}>
          <PropertyRows
            rows={properties}
            of={of}
            path={`filters__groups__${index}__properties`}
            ownerOf={() => owner}
            onRows={(rows) => onChange({ ...condition, properties: rows })}
            onRemoved={() => add.current?.focus()}
          />
        </ul>
      )}
      <div className={classes.add}>
        <QuietButton
          ref={add}
          autoFocus={props.isNew}
          aria-label={words.condition.addPropertyTo(of)}
          onClick={() => onChange({ ...condition, properties: [...properties, newProperty()] })}
        >
          {words.condition.addProperty}
        </QuietButton>
      </div>
      <Rollout {...props} />
    </li>
  );
}

function Rollout({ condition, index, variants, disabled, groupType, onChange }: Props) {
  const rollout = useField(`filters__groups__${index}__rollout_percentage`);
  const variant = useField(`filters__groups__${index}__variant`);
  const value = condition.rollout ?? 100;
  const of = flagWords.condition(index);
  return (
    <div className={classes.rollout}>
      <span className={looks.muted}>{flagWords.rollout}</span>
      <Slider
        className={classes.slider}
        size="sm"
        thumbSize={16}
        min={0}
        max={100}
        step={1}
        label={null}
        thumbLabel={words.rollout.slider(of)}
        thumbValueText={(percent) => `${percent}%`}
        value={value}
        disabled={disabled}
        onChange={(percent) => onChange({ ...condition, rollout: percent })}
      />
      <PercentInput
        label={words.rollout.field(of)}
        value={value}
        error={rollout.error}
        disabled={disabled}
        onChange={(percent) => onChange({ ...condition, rollout: percent })}
      />
      <span className={looks.muted}>{words.rollout.of(groupType, condition.properties.length > 0)}</span>
      {variants.length > 0 && (
        <Select
          w={160}
          ml="auto"
          aria-label={words.rollout.variant(of)}
          data={[
            { value: '', label: words.rollout.bySplit },
            ...variants.map(({ id, key }) => ({ value: id, label: words.rollout.always(key) })),
          ]}
          value={condition.variant ?? ''}
          allowDeselect={false}
          error={variant.error}
          onChange={(id) => onChange({ ...condition, variant: id || null })}
        />
      )}
    </div>
  );
}

function Actions({ index, count, onMove, onDuplicate, onRemove }: Props) {
  const of = flagWords.condition(index);
  const { moveUp, moveDown, duplicate, remove } = words.condition;
  return (
    <div className={classes.actions}>
      <IconAction icon={IconArrowUp} label={moveUp(of)} isOff={index === 0} onClick={() => onMove(-1)} />
      <IconAction icon={IconArrowDown} label={moveDown(of)} isOff={index === count - 1} onClick={() => onMove(1)} />
      <IconAction icon={IconCopy} label={duplicate(of)} onClick={onDuplicate} />
      <IconAction icon={IconTrash} label={remove(of)} onClick={onRemove} />
    </div>
  );
}
