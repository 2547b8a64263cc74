import { ActionIcon, Autocomplete, Select, Tooltip } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCopy, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { PropertyOperator } from '#server/properties/contract.ts';
import { useProject } from '../projects/current-project.ts';
import { useField } from '../ui/form/field-errors.ts';
import { Icon } from '../ui/icon.tsx';
import { convertValue, operatorOptions } from './operators.ts';
import type { PropertyDraft } from './property-draft.ts';
import classes from './property-editor.module.css';
import { PropertyValue, Suggestion } from './property-value.tsx';
import { type PropertyOwner, propertyNamesQuery } from './queries.ts';

const SETTLE_MS = 200;

type Props = {
  property: PropertyDraft;
  /** From 0, in its condition. */
  index: number;
  /** "condition 2": whose property it is, for assistive tools. */
  of: string;
  /** The server's name of the property. */
  path: string;
  owner: PropertyOwner;
  /** The word before it, where that is not how it is joined to the one above. */
  joint?: string;
  onChange: (property: PropertyDraft) => void;
  onDuplicate?: () => void;
  onRemove: () => void;
};

/** One row of a condition: property, operator, value. */
export function PropertyEditor(props: Props) {
  const { property, index, of, path, owner, joint = index === 0 ? 'where' : 'and', onChange, onRemove } = props;
  const operator = useField(`${path}__operator`);
  const value = useField(`${path}__value`);
  const name = `property ${index + 1} of ${of}`;
  const changeOperator = (next: string | null) => {
    if (next === null) return;
    const wanted = next as PropertyOperator;
    onChange({ ...property, operator: wanted, value: convertValue(property.value, property.operator, wanted) });
  };
  return (
    <li className={classes.row}>
      <span className={classes.joint}>{joint}</span>
      <PropertyName property={property} path={path} label={`Name of ${name}`} owner={owner} onChange={onChange} />
      <Select
        aria-label={`Operator of ${name}`}
        className={classes.operator}
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
          label={`Value of ${name}`}
          error={value.error}
          onBlur={value.onBlur}
          onChange={(next) => onChange({ ...property, value: next })}
        />
      </div>
      <div className={classes.actions}>
        {props.onDuplicate !== undefined && (
          <Tooltip label="Duplicate">
            <ActionIcon aria-label={`Duplicate ${name}`} onClick={props.onDuplicate}>
              <Icon of={IconCopy} />
            </ActionIcon>
          </Tooltip>
        )}
        <Tooltip label="Remove">
          <ActionIcon aria-label={`Remove ${name}`} onClick={onRemove}>
            <Icon of={IconX} />
          </ActionIcon>
        </Tooltip>
      </div>
    </li>
  );
}

type NameProps = Pick<Props, 'property' | 'path' | 'owner' | 'onChange'> & { label: string };

function PropertyName({ property, path, label, owner, onChange }: NameProps) {
  const project = useProject();
  const { error, onBlur } = useField(`${path}__key`);
  const [search] = useDebouncedValue(property.key.trim(), SETTLE_MS);
  const found = useQuery(propertyNamesQuery(project.id, owner, search)).data ?? [];
  const counts = new Map(found.map(({ key, count }) => [key, count]));
  return (
    <Autocomplete
      size="xs"
      className={classes.name}
      aria-label={label}
      placeholder="Property"
      // the row has just been asked for
      autoFocus={property.key === ''}
      data={[...counts.keys()]}
      value={property.key}
      limit={50}
      renderOption={({ option }) => <Suggestion name={option.value} count={counts.get(option.value)} />}
      comboboxProps={{ shadow: 'md', width: 'max-content', position: 'bottom-start' }}
      maxDropdownHeight={280}
      error={error}
      onBlur={onBlur}
      onChange={(key) => onChange({ ...property, key })}
    />
  );
}
