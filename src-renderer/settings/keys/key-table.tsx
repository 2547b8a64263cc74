import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { EditableName } from '../../ui/form/fields/editable-name.tsx';
import listPage from '../../ui/page/list-page.module.css';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { RelativeTime } from '../../ui/table/relative-time.tsx';
import { uiWords } from '../../ui/words.ts';
import classes from '../lists.module.css';
import { words } from '../words.tsx';

type Key = { id: number; revoked_at: string | null };
type Props<Row> = {
  query: UseQueryResult<Row[]>;
  text: { title: string; empty: string; emptyHint: string };
  columns: Column<Row>[];
};

export const lastUsedColumn = <Row extends { last_used_at: string | null }>(width: string): Column<Row> => ({
  header: words.lastUsed,
  value: ({ last_used_at: date }) => date,
  width,
  align: 'end',
  cell: ({ last_used_at: date }) => (date === null ? words.never : <RelativeTime date={date} />),
});

type NamedKey = Key & { name: string };
type Naming = Omit<ComponentProps<typeof EditableName>, 'of' | 'label'>;

export const keyNameColumn = <Row extends NamedKey>(naming: Naming): Column<Row> => ({
  header: uiWords.name,
  value: ({ name }) => name,
  cell: ({ id, name, revoked_at }) =>
    revoked_at === null ? (
      <EditableName of={{ id, name }} label={words.nameOf} {...naming} />
    ) : (
      <span className={classes.inline}>
        {name} <StatusChip tone="neutral">{words.revoked}</StatusChip>
      </span>
    ),
});

/** Shows the keys of a project or a person; revoked ones are dim. */
export function KeyTable<Row extends Key>({ query, text, columns }: Props<Row>) {
  if (query.data === undefined) return <QueryState query={query} what={text.title} rows={3} />;
  if (query.data.length === 0) return <EmptyState title={text.empty}>{text.emptyHint}</EmptyState>;
  return (
    <div className={listPage.list}>
      <DataTable
        label={text.title}
        columns={columns}
        rows={query.data}
        rowKey={(key) => key.id}
        isInactive={(key) => key.revoked_at !== null}
      />
    </div>
  );
}
