import { ActionIcon, Select, Tooltip } from '@mantine/core';
import { IconCopy, IconX } from '@tabler/icons-react';
import type { PropertyOperator } from '#server/properties/contract.ts';
import { useField } from '../ui/form/field-errors.ts';
import { Icon } from '../ui/icon.tsx';
import { convertValue, operatorOptions } from './edit-operator.ts';
import type { PropertyDraft } from './property-draft.ts';
import classes from './property-editor.module.css';
import { PropertyNameField } from './property-name-field.tsx';
import { PropertyValue } from './property-value.tsx';
import type { PropertyOwner } from './queries.ts';
import { propertyEditorWords } from './words.ts';

type Props = {
  property: PropertyDraft;
  /** From 0, in its condition. */
  index: number;
  /** The owner of the property, for assistive tools: "condition 2". */
  of: string;
  /** The server's name of the property. */
  path: string;
  owner: PropertyOwner;
  /** The word before it, where that is not "where" or "and". */
  joint?: string;
  onChange: (property: PropertyDraft) => void;
  onDuplicate?: () => void;
  onRemove: () => void;
};

/** Edits one row of a condition: property, operator, value. */
export function PropertyEditor(props: Props) {
  const {
    property,
    index,
    of,
    path,
    owner,
    joint = index === 0 ? propertyEditorWords.where : propertyEditorWords.and,
    onChange,
    onRemove,
  } = props;
  const operator = useField(`${path}__operator`);
  const value = useField(`${path}__value`);
  const name = propertyEditorWords.property(index, of);
  const changeOperator = (next: string | null) => {
    if (next === null) return;
    const chosen = next as PropertyOperator;
    onChange({ ...property, operator: chosen, value: convertValue(property.value, property.operator, chosen) });
  };
  return (
    <li className={classes.row}>
      <span className={classes.joint}>{joint}</span>
      <PropertyNameField
        label={propertyEditorWords.editor.nameLabel(name)}
        path={`${path}__key`}
        owner={owner}
        value={property.key}
        // the row has just been added
        autoFocus={property.key === ''}
        onChange={(key) => onChange({ ...property, key })}
      />
      <Select
        aria-label={propertyEditorWords.editor.operatorLabel(name)}
        miw={0}
        data={operatorOptions}
        value={property.operator}
        allowDeselect={false}
        maxDropdownHeight={400}
        comboboxProps={{ shadow: 'md', width: 'max-content', position: 'bottom-start' }}
        error={operator.error}
        onChange={changeOperator}
      />
      <div className={classes.valueCell}>
        <PropertyValue
          property={property}
          owner={owner}
          label={propertyEditorWords.editor.valueLabel(name)}
          error={value.error}
          onBlur={value.onBlur}
          onChange={(next) => onChange({ ...property, value: next })}
        />
      </div>
      <div className={classes.actions}>
        {props.onDuplicate !== undefined && (
          <Tooltip label={propertyEditorWords.editor.duplicate}>
            <ActionIcon aria-label={propertyEditorWords.editor.duplicateLabel(name)} onClick={props.onDuplicate}>
              <Icon of={IconCopy} />
            </ActionIcon>
          </Tooltip>
        )}
        <Tooltip label={propertyEditorWords.editor.remove}>
          <ActionIcon aria-label={propertyEditorWords.editor.removeLabel(name)} onClick={onRemove}>
            <Icon of={IconX} />
          </ActionIcon>
        </Tooltip>
      </div>
    </li>
  );
}
