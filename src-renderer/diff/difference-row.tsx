import { IconEye, IconEyeOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type EventDiff, maxShownValue, type PropertyDifference } from '#server/diff/contract.ts';
import { propertyOf } from '#server/diff/differences-contract.ts';
import { useGuard } from '../api/permissions.ts';
import { Icon } from '../ui/icon.tsx';
import classes from './difference.module.css';
import { differenceWords, diffWords } from './words.ts';

type Values = Pick<EventDiff['differences'][number], 'old' | 'new' | 'is_old_cut' | 'is_new_cut'>;
type Place = Pick<PropertyDifference, 'path' | 'kind' | 'old_type' | 'new_type' | 'mask'>;
type Props = {
  difference: Place;
  values: Values | undefined;
  /** The name of the event, where there are several. */
  event?: string;
  /** Beside the kind: how often. */
  note?: ReactNode;
  onMask: (property: string, isMasked: boolean) => void;
};

/** One difference of a property: its kind, the old and the new value, and the button that ignores its values from now on. */
export function DifferenceRow({ difference, values, event, note, onMask }: Props) {
  const { path, kind, old_type, new_type, mask } = difference;
  const property = propertyOf(path);
  const guard = useGuard('write');
  const label = mask === null ? diffWords.ignore(property) : diffWords.compare(property);
  return (
    <li className={classes.difference} data-masked={mask !== null || undefined}>
      <div className={classes.head}>
        {event !== undefined && (
          <span className={classes.event} title={event}>
            {diffWords.within(event)}
          </span>
        )}
        <span className={classes.property} title={property}>
          {property}
        </span>
        <span className={classes.kind}>{differenceWords[kind]}</span>
        {kind === 'type' && <span className={classes.note}>{diffWords.types(old_type, new_type)}</span>}
        {mask !== null && <span className={classes.note}>{diffWords.masks[mask]}</span>}
        {note !== undefined && <span className={classes.note}>{note}</span>}
        {kind === 'value' && (
          <button
            type="button"
            className={classes.mask}
            aria-label={label}
            title={label}
            {...guard}
            onClick={() => onMask(property, mask === null)}
          >
            {mask === null ? <Icon of={IconEyeOff} size={14} /> : <Icon of={IconEye} size={14} />}
          </button>
        )}
      </div>
      {values !== undefined && (
        <div className={classes.values}>
          {values.old !== null && <Value side="old" text={values.old} isCut={values.is_old_cut} />}
          {values.new !== null && <Value side="new" text={values.new} isCut={values.is_new_cut} />}
        </div>
      )}
    </li>
  );
}

function Value({ side, text, isCut }: { side: 'old' | 'new'; text: string; isCut: boolean }) {
  const Tag = side === 'old' ? 'del' : 'ins';
  return (
    <Tag className={classes.value} data-side={side} title={diffWords[side]}>
      {text}
      {isCut && <span className={classes.cut}>… {diffWords.cut(maxShownValue)}</span>}
    </Tag>
  );
}
