import type { ComponentProps } from 'react';
import { PropertyRows } from '../../properties/property-rows.tsx';
import { copyOfProperty, type PropertyRow } from './action-form.ts';

type Props = Pick<ComponentProps<typeof PropertyRows<PropertyRow>>, 'rows' | 'of' | 'path' | 'onRows' | 'onRemoved'> & {
  /** The event whose properties are offered; null: any. */
  event: string | null;
};

/** Lists conditions on properties of an event or of its person. */
export const EventPropertyRows = ({ event, ...rows }: Props) => (
  <PropertyRows
    {...rows}
    jointOf={({ of }) => of}
    copyOf={copyOfProperty}
    ownerOf={({ of }) => (of === 'person' ? { kind: 'person' } : { kind: 'event', event })}
  />
);
