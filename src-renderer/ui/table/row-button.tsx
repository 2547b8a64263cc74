import { Button, type ButtonProps } from '@mantine/core';
import { uiWords } from '../words.ts';
import type { Column } from './data-table.tsx';

type Props = ButtonProps & { 'aria-label': string; title?: string | undefined; onClick: () => void };

/** Shows a button at the end of a row. */
export function RowButton(props: Props) {
  return <Button variant="subtle" color="gray" size="compact-xs" {...props} />;
}

/** Returns the last column, with the actions on a row. */
export function actionsColumn<Row>(width: string, cell: Column<Row>['cell']): Column<Row> {
  return { header: uiWords.actions, width, align: 'end', cell };
}
