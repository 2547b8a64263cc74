import { Button, type ButtonProps } from '@mantine/core';
import { uiWords } from '../words.ts';
import type { Column } from './data-table.tsx';

type Props = ButtonProps & { 'aria-label': string; title?: string | undefined; onClick: () => void };

/** A button at the end of a row. */
export function RowButton(props: Props) {
  return <Button variant="subtle" color="gray" size="compact-xs" {...props} />;
}

/** The last column: what can be done with a row. */
export function actionsColumn<Row>(width: string, cell: Column<Row>['cell']): Column<Row> {
  return { header: uiWords.actions, width, align: 'end', cell };
}
