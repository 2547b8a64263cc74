import { IconEqual } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { sumOfWeights } from '#server/core/sum-contract.ts';
import { QuietButton } from '../../ui/form/quiet-button.tsx';
import layout from '../../ui/layout.module.css';
import classes from './variant-editor.module.css';
import { type Variant, VariantHead, type VariantRowProps, WeightSum } from './variant-parts.tsx';
import { evenWeights, withWeights } from './variant-weights.ts';

type Props<Draft extends Variant> = {
  variants: Draft[];
  text: { label: string; share: string; add: string; even: string };
  /** Whether none can be added: never, or now. */
  isFixed?: boolean;
  isFull?: boolean;
  /** For its state, with the key of the variant. */
  row: (props: VariantRowProps<Draft> & { key: string }) => ReactNode;
  onVariants: (change: (variants: Draft[]) => Draft[]) => void;
  onAdd: () => void;
  onRemove: (id: string) => void;
};

/** Edits the variants of a flag or an experiment and their weights. */
export function VariantTable<Draft extends Variant>(props: Props<Draft>) {
  const { variants, text, isFixed = false, isFull = false, row, onVariants, onAdd, onRemove } = props;
  const add = useRef<HTMLButtonElement>(null);
  const sum = sumOfWeights(variants.map(({ weight }) => weight));
  const change = (changed: Draft) =>
    onVariants((current) => current.map((one) => (one.id === changed.id ? changed : one)));
  const remove = (id: string) => {
    onRemove(id);
    add.current?.focus();
  };
  return (
    <>
      <VariantHead variants={variants} share={text.share} />
      <ol className={layout.rows} aria-label={text.label}>
        {variants.map((variant, index) =>
          row({
            key: variant.id,
            variant,
            index,
            isSumWrong: sum !== 100,
            onChange: change,
            onRemove: () => remove(variant.id),
          }),
        )}
      </ol>
      <div className={classes.foot}>
        {!isFixed && (
          <QuietButton ref={add} disabled={isFull} onClick={onAdd}>
            {text.add}
          </QuietButton>
        )}
        <QuietButton
          icon={IconEqual}
          onClick={() => onVariants((current) => withWeights(current, evenWeights(current.length)))}
        >
          {text.even}
        </QuietButton>
        <WeightSum sum={sum} isEmpty={variants.length === 0} />
      </div>
    </>
  );
}
