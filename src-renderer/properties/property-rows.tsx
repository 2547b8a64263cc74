import type { PropertyDraft } from './property-draft.ts';
import { PropertyEditor } from './property-editor.tsx';
import type { PropertyOwner } from './queries.ts';

type Props<Row extends PropertyDraft> = {
  rows: Row[];
  /** The owner of the rows, for assistive tools: "condition 2". */
  of: string;
  /** The server's name of the rows. */
  path: string;
  ownerOf: (row: Row) => PropertyOwner;
  /** The word before a row, where that is not "where" or "and". */
  jointOf?: (row: Row) => string;
  /** Makes the copy of a row, where rows can be duplicated. */
  copyOf?: (row: Row) => Row;
  onRows: (rows: Row[]) => void;
  onRemoved?: () => void;
};

/** Lists conditions on properties, all of which must hold. */
export function PropertyRows<Row extends PropertyDraft>(props: Props<Row>) {
  const { rows, of, path, ownerOf, jointOf, copyOf, onRows, onRemoved } = props;
  return rows.map((row, place) => (
    <PropertyEditor
      key={row.id}
      property={row}
      index={place}
      of={of}
      path={`${path}__${place}`}
      owner={ownerOf(row)}
      {...(jointOf && { joint: jointOf(row) })}
      onChange={(changed) => onRows(rows.with(place, { ...row, ...changed }))}
      {...(copyOf && { onDuplicate: () => onRows(rows.toSpliced(place + 1, 0, copyOf(row))) })}
      onRemove={() => {
        onRows(rows.toSpliced(place, 1));
        onRemoved?.();
      }}
    />
  ));
}
