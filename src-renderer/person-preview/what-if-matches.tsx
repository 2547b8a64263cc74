import type { WhatIfActions } from '#server/person-preview/contract.ts';
import { formatCount } from '../ui/format.ts';
import { Section } from '../ui/page/section.tsx';
import { type Column, DataTable } from '../ui/table/data-table.tsx';
import { ActionName } from './action-name.tsx';
import classes from './preview.module.css';
import { words } from './words.tsx';

const { whatIfActions: text } = words;
type WhatIfAction = WhatIfActions['actions'][number];

const columns: Column<WhatIfAction>[] = [
  { header: words.actions.name, cell: (action) => <ActionName action={action} /> },
  { header: text.before, width: '96px', align: 'end', cell: ({ before }) => formatCount(before) },
  { header: text.after, width: '96px', align: 'end', cell: ({ after }) => formatCount(after) },
];

/** Shows actions with conditions on the person, matched again with other properties. */
export function WhatIfMatches({ tried: { actions, events, is_complete: isComplete } }: { tried: WhatIfActions }) {
  return (
    <Section title={text.title} count={actions.length}>
      {actions.length === 0 ? (
        <p className={classes.hint}>{text.none}</p>
      ) : (
        <>
          <DataTable label={text.table} columns={columns} rows={actions} rowKey={({ id }) => id} />
          <p className={classes.hint}>{isComplete ? text.ofAll(events) : text.ofNewest(events)}</p>
        </>
      )}
    </Section>
  );
}
