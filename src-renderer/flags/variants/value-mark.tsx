import { IconCircleCheck, IconCircleOff, IconSquareFilled } from '@tabler/icons-react';
import { type Flag, type FlagValue, variantsOf } from '#server/flags/contract.ts';
import { Icon } from '../../ui/icon.tsx';
import { valueWords } from '../reason-words.ts';
import classes from './value-mark.module.css';
import { variantColor } from './variant-color.ts';

/** Shows a flag's value as icon and word. `variants` are the flag's keys in order: a variant's place is its color. */
export function ValueMark(props: { value: FlagValue; variants: readonly string[]; large?: boolean }) {
  const { value, variants, large = false } = props;
  const size = large ? 24 : 14;
  return (
    <span className={classes.mark} data-large={large || undefined} data-kind={kindOf(value)}>
      {typeof value === 'string' ? (
        <Icon of={IconSquareFilled} size={large ? 18 : 11} color={variantColor(variants.indexOf(value))} />
      ) : value ? (
        <Icon of={IconCircleCheck} size={size} />
      ) : (
        <Icon of={IconCircleOff} size={size} />
      )}
      <span className={classes.word}>{valueWords(value)}</span>
    </span>
  );
}

export function variantKeys({ filters }: Pick<Flag, 'filters'>): string[] {
  return variantsOf(filters).map(({ key }) => key);
}

function kindOf(value: FlagValue): 'variant' | 'on' | 'off' {
  if (typeof value === 'string') return 'variant';
  return value ? 'on' : 'off';
}
