import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconEqual, IconPlus, IconTrash } from '@tabler/icons-react';
import { useId, useRef } from 'react';
import { SplitBar } from '../ui/split-bar.tsx';
import { useField } from './field-problems.ts';
import { type FlagForm, type VariantDraft, withoutVariant, withVariant, withWeights } from './flag-form-values.ts';
import { PayloadEditor } from './payload-editor.tsx';
import { PercentInput } from './percent-input.tsx';
import { variantColor } from './variant-color.ts';
import classes from './variant-editor.module.css';
import { evenWeights, sumOfWeights } from './variant-weights.ts';

type Props = {
  variants: VariantDraft[];
  disabled: boolean;
  apply: (step: (form: FlagForm) => FlagForm) => void;
  onSubmit: () => void;
};

/** The values of a multivariate flag: what each is called, what share gets it, and what is sent along. */
export function VariantEditor({ variants, disabled, apply, onSubmit }: Props) {
  const add = useRef<HTMLButtonElement>(null);
  const sum = sumOfWeights(variants.map(({ weight }) => weight));
  const change = (changed: VariantDraft) =>
    apply((form) => ({ ...form, variants: form.variants.map((one) => (one.id === changed.id ? changed : one)) }));
  const remove = (id: string) => {
    apply((form) => withoutVariant(form, id));
    add.current?.focus();
  };
  return (
    <div className={classes.variants}>
      <SplitBar
        label="Split of the variants"
        parts={variants.map(({ id, key, weight }, index) => ({
          id,
          label: key || `Variant ${index + 1}`,
          percent: weight,
          color: variantColor(index),
        }))}
      />
      <div className={classes.columns} aria-hidden="true">
        <span />
        <span>Key</span>
        <span>Description</span>
        <span>Share</span>
      </div>
      <ol className={classes.list} aria-label="Variants">
        {variants.map((variant, index) => (
          <VariantRow
            key={variant.id}
            variant={variant}
            index={index}
            disabled={disabled}
            isSumWrong={sum !== 100}
            onChange={change}
            onRemove={() => remove(variant.id)}
            onSubmit={onSubmit}
          />
        ))}
      </ol>
      <div className={classes.foot}>
        <Button
          ref={add}
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden="true" />}
          onClick={() => apply(withVariant)}
        >
          Add variant
        </Button>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconEqual size={14} aria-hidden="true" />}
          onClick={() =>
            apply((form) => ({ ...form, variants: withWeights(form.variants, evenWeights(form.variants.length)) }))
          }
        >
          Distribute evenly
        </Button>
        <WeightSum sum={sum} isEmpty={variants.length === 0} />
      </div>
    </div>
  );
}

/** Said at once, not when the field is left: the sum is what one watches while setting shares. */
export function WeightSum({ sum, isEmpty = false }: { sum: number; isEmpty?: boolean }) {
  if (isEmpty) return <span className={classes.problem}>Add a variant, or make the flag a boolean one.</span>;
  if (sum === 100) return <span className={classes.sum}>Sum 100 %</span>;
  const off = Number(Math.abs(100 - sum).toFixed(6));
  return (
    <span className={classes.problem} role="status">
      <IconAlertTriangle size={14} aria-hidden="true" />
      Sum {sum} %: {sum < 100 ? `${off} % go to no variant` : `${off} % too much`}. It must be 100 %.
    </span>
  );
}

type RowProps = {
  variant: VariantDraft;
  index: number;
  disabled: boolean;
  isSumWrong: boolean;
  onChange: (variant: VariantDraft) => void;
  onRemove: () => void;
  onSubmit: () => void;
};

function VariantRow({ variant, index, disabled, isSumWrong, onChange, onRemove, onSubmit }: RowProps) {
  const path = `filters__multivariate__variants__${index}`;
  const key = useField(`${path}__key`);
  const name = useField(`${path}__name`);
  const share = useField(`${path}__rollout_percentage`);
  const id = useId();
  return (
    <li className={classes.variant}>
      <span className={classes.number} style={{ background: variantColor(index) }} aria-hidden="true">
        {index + 1}
      </span>
      <TextInput
        id={id}
        aria-label={`Key of variant ${index + 1}`}
        classNames={{ input: classes.mono ?? '' }}
        spellCheck={false}
        autoComplete="off"
        value={variant.key}
        onChange={(event) => onChange({ ...variant, key: event.currentTarget.value })}
        {...key}
      />
      <TextInput
        aria-label={`Description of variant ${index + 1}`}
        placeholder="What it shows"
        value={variant.name}
        onChange={(event) => onChange({ ...variant, name: event.currentTarget.value })}
        {...name}
      />
      <PercentInput
        label={`Share of variant ${index + 1}`}
        value={variant.weight}
        error={share.error ?? isSumWrong}
        disabled={disabled}
        onChange={(weight) => onChange({ ...variant, weight })}
      />
      <Tooltip label="Remove">
        <ActionIcon aria-label={`Remove variant ${variant.key || index + 1}`} onClick={onRemove}>
          <IconTrash size={14} stroke={1.5} aria-hidden="true" />
        </ActionIcon>
      </Tooltip>
      <div className={classes.below}>
        <PayloadEditor
          of={variant.key || `variant ${index + 1}`}
          value={variant.payload}
          onChange={(payload) => onChange({ ...variant, payload })}
          onSubmit={onSubmit}
        />
      </div>
    </li>
  );
}
