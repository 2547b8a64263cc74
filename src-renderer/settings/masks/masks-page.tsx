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
import { maskWords } from './mask-words.ts';

/** Edits which properties comparisons ignore, by the project's masks and built-in ones. */
export function MasksPage() {
  const query = useQuery(diffMasksQuery(useProject().id));
  const refusal = useRefusal('edit_definitions');
  return (
    <Page title={maskWords.title} description={maskWords.description}>
      <Loaded query={query} what={maskWords.title} rows={3}>
        {({ masks, sdk }) => (
          <>
            <OwnMasks masks={masks} />
            {refusal === undefined ? <MaskForm /> : <p className={looks.muted}>{refusal}</p>}
            <Section title={maskWords.others}>
              <p className={looks.muted}>{maskWords.learned}</p>
              <p className={looks.muted}>{maskWords.build}</p>
              <p className={looks.muted}>{maskWords.sdk}</p>
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
  const mayAdd = useRefusal('edit_definitions') === undefined;
  const remove = (mask: DiffMask) =>
    void doUndoably({
      noticeId: `mask ${mask.event} ${mask.property}`,
      what: maskWords.failed.remove,
      done: maskWords.removed(mask.property),
      run: () => change.mutateAsync({ remove: mask }),
      undo: () => change.mutateAsync({ set: mask }),
    });
  const columns: Column<DiffMask>[] = [
    {
      header: maskWords.property,
      value: ({ property }) => property,
      cell: ({ property }) => <span className={looks.mono}>{property}</span>,
    },
    {
      header: maskWords.event,
      width: '30%',
      value: ({ event }) => event,
      cell: ({ event }) => event ?? maskWords.every,
    },
    {
      header: maskWords.effect,
      width: '120px',
      value: ({ is_masked }) => maskWords.effects[is_masked ? 'ignored' : 'compared'],
      cell: ({ is_masked }) => maskWords.effects[is_masked ? 'ignored' : 'compared'],
    },
    actionsColumn('96px', (mask) => (
      <RowButton {...guard} aria-label={maskWords.removeOf(mask.property)} onClick={() => remove(mask)}>
        {maskWords.remove}
      </RowButton>
    )),
  ];
  if (masks.length === 0)
    return <EmptyState title={maskWords.empty}>{mayAdd ? maskWords.emptyHint : undefined}</EmptyState>;
  return (
    <DataTable
      label={maskWords.title}
      columns={columns}
      rows={masks}
      rowKey={({ event, property }) => JSON.stringify([event, property])}
    />
  );
}
