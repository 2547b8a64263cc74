import type { MatchedAction } from '#server/actions/contract.ts';
import type { PersonPreview } from '#server/person-preview/contract.ts';
import { formatCount } from '../ui/format.ts';
import { Section } from '../ui/page/section.tsx';
import { type Column, DataTable } from '../ui/table/data-table.tsx';
import { timeColumn } from '../ui/table/time-column.tsx';
import { ActionName } from './action-name.tsx';
import classes from './preview.module.css';
import { words } from './words.tsx';

const { actions: text } = words;

const columns: Column<MatchedAction>[] = [
  { header: text.name, cell: (action) => <ActionName action={action} /> },
  { header: text.matches, width: '96px', align: 'end', cell: ({ count }) => formatCount(count) },
  timeColumn(text.last, (action) => action.last_matched_at, '112px'),
];

export function PreviewedActions({ preview: { actions, actions_complete: isComplete } }: { preview: PersonPreview }) {
  return (
    <Section title={text.title} count={actions.length}>
      {actions.length === 0 ? (
        <p className={classes.hint}>{text.none}</p>
      ) : (
        <>
          <DataTable label={text.table} columns={columns} rows={actions} rowKey={({ id }) => id} />
          <p className={classes.hint}>{text.hint}</p>
        </>
      )}
      {!isComplete && <p className={classes.hint}>{text.incomplete}</p>}
    </Section>
  );
}
