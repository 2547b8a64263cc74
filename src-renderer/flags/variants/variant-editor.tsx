import { IconEqual, IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import { IconAction } from '../../ui/feedback/icon-action.tsx';
import { useField } from '../../ui/form/field-errors.ts';
import { QuietButton } from '../../ui/form/quiet-button.tsx';
import { PercentInput } from '../conditions/percent-input.tsx';
import {
  type FlagForm,
  type VariantDraft,
  withoutVariant,
  withVariant,
  withWeights,
} from '../editor/flag-form-values.ts';
import { PayloadEditor } from '../editor/payload-editor.tsx';
import { words as editorWords } from '../editor/words.tsx';
import { flagWords } from '../words.ts';
import classes from './variant-editor.module.css';
import { VariantHead, VariantNames, type VariantRowProps, WeightSum } from './variant-parts.tsx';
import { evenWeights, sumOfWeights } from './variant-weights.ts';
import { words } from './words.ts';

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
      <VariantHead variants={variants} share={words.shareColumn} />
      <ol className={classes.list} aria-label={flagWords.variants}>
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
        <QuietButton ref={add} onClick={() => apply(withVariant)}>
          {words.addVariant}
        </QuietButton>
        <QuietButton
          icon={IconEqual}
          onClick={() =>
            apply((form) => ({ ...form, variants: withWeights(form.variants, evenWeights(form.variants.length)) }))
          }
        >
          {words.distribute}
        </QuietButton>
        <WeightSum sum={sum} isEmpty={variants.length === 0} />
      </div>
    </div>
  );
}

type RowProps = VariantRowProps<VariantDraft> & { disabled: boolean; onSubmit: () => void };

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
          of={variant.key || editorWords.payload.ofVariant(index)}
          value={variant.payload}
          isLocked={disabled}
          onChange={(payload) => onChange({ ...variant, payload })}
          onSubmit={onSubmit}
        />
      </div>
    </li>
  );
}
