import { useQuery } from '@tanstack/react-query';
import type { DiffMask } from '#server/diff/contract.ts';
import { useGuard, useRefusal } from '../../api/permissions.ts';
import { diffMasksQuery, useChangeMask } from '../../diff/queries.ts';
import { useProject } from '../../projects/current-project.ts';
import { doUndoably } from '../../ui/feedback/do-undoably.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Loaded } from '../../ui/feedback/query-state.tsx';
import { Page } from '../../ui/page/page.tsx';
import { Section } from '../../ui/page/section.tsx';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { actionsColumn, RowButton } from '../../ui/table/row-button.tsx';
import looks from '../../ui/text.module.css';
import { MaskForm } from './mask-form.tsx';
import { maskWords as words } from './mask-words.ts';

/** Edits which properties comparisons ignore, by the project's masks and built-in ones. */
export function MasksPage() {
  const query = useQuery(diffMasksQuery(useProject().id));
  const refusal = useRefusal('edit_definitions');
  return (
    <Page title={words.title} description={words.description}>
      <Loaded query={query} what={words.title} rows={3}>
        {({ masks, sdk }) => (
          <>
            <OwnMasks masks={masks} />
            {refusal === undefined ? <MaskForm /> : <p className={looks.muted}>{refusal}</p>}
            <Section title={words.others}>
              <p className={looks.muted}>{words.learned}</p>
              <p className={looks.muted}>{words.build}</p>
              <p className={looks.muted}>{words.sdk}</p>
              <p className={looks.mono}>{sdk.join(', ')}</p>
            </Section>
          </>
        )}
      </Loaded>
    </Page>
  );
}

function OwnMasks({ masks }: { masks: readonly DiffMask[] }) {
  const change = useChangeMask(useProject().id);
  const guard = useGuard('edit_definitions');
  const remove = (mask: DiffMask) =>
    void doUndoably({
      noticeId: `mask ${mask.event} ${mask.property}`,
      what: words.failed.remove,
      done: words.removed(mask.property),
      run: () => change.mutateAsync({ remove: mask }),
      undo: () => change.mutateAsync({ set: mask }),
    });
  const columns: Column<DiffMask>[] = [
    {
      header: words.property,
      value: ({ property }) => property,
      cell: ({ property }) => <span className={looks.mono}>{property}</span>,
    },
    { header: words.event, width: '30%', value: ({ event }) => event, cell: ({ event }) => event ?? words.every },
    {
      header: words.effect,
      width: '120px',
      value: ({ is_masked }) => words.effects[is_masked ? 'ignored' : 'compared'],
      cell: ({ is_masked }) => words.effects[is_masked ? 'ignored' : 'compared'],
    },
    actionsColumn('96px', (mask) => (
      <RowButton {...guard} aria-label={words.removeOf(mask.property)} onClick={() => remove(mask)}>
        {words.remove}
      </RowButton>
    )),
  ];
  if (masks.length === 0) return <EmptyState title={words.empty}>{words.emptyHint}</EmptyState>;
  return (
    <DataTable
      label={words.title}
      columns={columns}
      rows={masks}
      rowKey={({ event, property }) => JSON.stringify([event, property])}
    />
  );
}
