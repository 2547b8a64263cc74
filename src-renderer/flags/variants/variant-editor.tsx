import { IconTrash } from '@tabler/icons-react';
import { IconAction } from '../../ui/feedback/icon-action.tsx';
import { useField } from '../../ui/form/field-errors.ts';
import layout from '../../ui/layout.module.css';
import { PercentInput } from '../conditions/percent-input.tsx';
import {
  type FlagFormValues,
  type FlagVariantDraft,
  withFlagVariant,
  withoutFlagVariant,
} from '../editor/flag-form-values.ts';
import { PayloadEditor } from '../editor/payload-editor.tsx';
import { flagEditorWords } from '../editor/words.tsx';
import { flagWords } from '../words.ts';
import classes from './variant-editor.module.css';
import { VariantNames, type VariantRowProps } from './variant-parts.tsx';
import { VariantTable } from './variant-table.tsx';
import { words } from './words.ts';

type Props = {
  variants: FlagVariantDraft[];
  disabled: boolean;
  apply: (step: (form: FlagFormValues) => FlagFormValues) => void;
  onSubmit: () => void;
};

/** Edits the values of a multivariate flag: their keys, shares and payloads. */
export function VariantEditor({ variants, disabled, apply, onSubmit }: Props) {
  return (
    <div className={layout.stack}>
      <VariantTable
        variants={variants}
        text={{
          label: flagWords.variants,
          share: words.shareColumn,
          add: words.addVariant,
          even: words.distribute,
        }}
        row={(props) => <VariantRow {...props} key={props.key} disabled={disabled} onSubmit={onSubmit} />}
        onVariants={(change) => apply((form) => ({ ...form, variants: change(form.variants) }))}
        onAdd={() => apply(withFlagVariant)}
        onRemove={(id) => apply((form) => withoutFlagVariant(form, id))}
      />
    </div>
  );
}

type RowProps = VariantRowProps<FlagVariantDraft> & { disabled: boolean; onSubmit: () => void };

function VariantRow({ variant, index, disabled, isSumWrong, onChange, onRemove, onSubmit }: RowProps) {
  const path = `filters__multivariate__variants__${index}`;
  const share = useField(`${path}__rollout_percentage`);
  return (
    <li className={classes.variant}>
      <VariantNames
        variant={variant}
        index={index}
        path={path}
        placeholder={words.descriptionExample}
        onChange={(part) => onChange({ ...variant, ...part })}
      />
      <PercentInput
        label={words.shareOf(index)}
        value={variant.weight}
        error={share.error ?? isSumWrong}
        disabled={disabled}
        onChange={(weight) => onChange({ ...variant, weight })}
      />
      <IconAction icon={IconTrash} label={words.remove(variant.key || index + 1)} onClick={onRemove} />
      <div className={classes.below}>
        <PayloadEditor
          of={variant.key || flagEditorWords.payload.ofVariant(index)}
          value={variant.payload}
          isLocked={disabled}
          onChange={(payload) => onChange({ ...variant, payload })}
          onSubmit={onSubmit}
        />
      </div>
    </li>
  );
}
