import { IconAlertTriangle } from '@tabler/icons-react';
import { SplitBar } from '../../ui/charts/split-bar.tsx';
import { TextField } from '../../ui/form/fields/text-field.tsx';
import { Icon } from '../../ui/icon.tsx';
import looks from '../../ui/text.module.css';
import { flagEditorWords } from '../editor/words.tsx';
import { flagWords } from '../words.ts';
import { variantColor } from './variant-color.ts';
import classes from './variant-editor.module.css';
import { words } from './words.ts';

/** What the tables of variants of a flag and of an experiment have in common. */
export type Variant = { id: string; key: string; name: string; weight: number };

/** Shows the split as a bar, over the names of the columns; `share` is what the table calls a weight. */
export function VariantHead({ variants, share }: { variants: Variant[]; share: string }) {
  return (
    <>
      <SplitBar
        label={words.split}
        parts={variants.map(({ id, key, weight }, index) => ({
          id,
          label: key || words.variant(index),
          percent: weight,
          color: variantColor(index),
        }))}
      />
      <div className={classes.columns} aria-hidden="true">
        <span />
        <span>{flagWords.key}</span>
        <span>{flagWords.description}</span>
        <span>{share}</span>
      </div>
    </>
  );
}

/** Of a row of such a table. */
export type VariantRowProps<Draft> = {
  variant: Draft;
  index: number;
  isSumWrong: boolean;
  onChange: (variant: Draft) => void;
  onRemove: () => void;
};

type NamesProps = {
  variant: Variant;
  index: number;
  /** The server's name of the variant's fields. */
  path: string;
  /** Why the key cannot be changed. */
  fixed?: string | undefined;
  placeholder: string;
  onChange: (part: { key: string } | { name: string }) => void;
};

/** Shows the first three columns of a row. */
export function VariantNames({ variant, index, path, fixed, placeholder, onChange }: NamesProps) {
  return (
    <>
      <span className={classes.number} style={{ background: variantColor(index) }} aria-hidden="true">
        {index + 1}
      </span>
      <TextField
        path={`${path}__key`}
        aria-label={words.keyOf(index)}
        classNames={{ input: classes.mono }}
        spellCheck={false}
        autoComplete="off"
        readOnly={fixed !== undefined}
        title={fixed}
        value={variant.key}
        onChange={(key) => onChange({ key })}
      />
      <TextField
        path={`${path}__name`}
        aria-label={words.descriptionOf(index)}
        placeholder={placeholder}
        value={variant.name}
        onChange={(name) => onChange({ name })}
      />
    </>
  );
}

/** Shows a wrong sum at once, not when the field is left: it is watched while setting shares. */
export function WeightSum({ sum, isEmpty = false }: { sum: number; isEmpty?: boolean }) {
  if (isEmpty) return <span className={classes.problem}>{flagEditorWords.errors.variants}</span>;
  if (sum === 100) return <span className={looks.count}>{words.sum}</span>;
  return (
    <span className={classes.problem} role="status">
      <Icon of={IconAlertTriangle} />
      {words.wrongSum(sum, Number(Math.abs(100 - sum).toFixed(6)))}
    </span>
  );
}
