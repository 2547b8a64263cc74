import type { ReactNode } from 'react';
import { type EventDiff, maxShownValue, type PropertyDifference } from '#server/diff/contract.ts';
import { propertyOf } from '#server/diff/differences-contract.ts';
import classes from './difference.module.css';
import { MaskButton } from './mask-button.tsx';
import type { MaskChange } from './queries.ts';
import { differenceWords, diffWords } from './words.ts';

type Values = Pick<EventDiff['differences'][number], 'old' | 'new' | 'is_old_cut' | 'is_new_cut'>;
type Place = Pick<PropertyDifference, 'event' | 'path' | 'kind' | 'old_type' | 'new_type' | 'mask' | 'own_mask'>;
type Props = {
  difference: Place;
  values: Values | undefined;
  /** Whether the name of the event is shown, where there are several. */
  hasEvent?: boolean;
  /** Beside the kind: how often. */
  note?: ReactNode;
  onMask: (change: MaskChange) => void;
};

/** Shows a difference of a property: its kind, both values, and the button that ignores its values from now on. */
export function DifferenceRow({ difference, values, hasEvent = false, note, onMask }: Props) {
  const { event, path, kind, old_type, new_type, mask, own_mask } = difference;
  const property = propertyOf(path);
  return (
    <li className={classes.difference} data-masked={mask !== null || undefined}>
      <div className={classes.head}>
        {hasEvent && (
          <span className={classes.event} title={event}>
            {diffWords.within(event)}
          </span>
        )}
        <span className={classes.property} title={property}>
          {property}
        </span>
        <span className={classes.kind}>{differenceWords[kind]}</span>
        {kind === 'type' && <span className={classes.note}>{diffWords.types(old_type, new_type)}</span>}
        {own_mask !== null ? (
          <span className={classes.note}>{diffWords.own(own_mask, property)}</span>
        ) : (
          mask !== null && <span className={classes.note}>{diffWords.masks[mask]}</span>
        )}
        {note !== undefined && <span className={classes.note}>{note}</span>}
        {(kind === 'value' || own_mask !== null) && (
          <MaskButton event={event} property={property} mask={mask} ownMask={own_mask} onMask={onMask} />
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
