import { IconRestore, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Action } from '#server/actions/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { BulkBar, type BulkButton } from '../../ui/table/bulk-bar.tsx';
import { BulkTags } from '../../ui/table/bulk-tags.tsx';
import { useBulk } from '../../ui/table/use-bulk.tsx';
import type { Selection } from '../../ui/table/use-selection.ts';
import { actionKeys, actionLabelsQuery, actionsPath } from '../queries.ts';
import { words } from './words.tsx';

const { bulk: text } = words;

/** Tags, deletes or restores the selected actions. */
export function ActionBulk({ selection, areDeleted }: { selection: Selection<Action>; areDeleted: boolean }) {
  const project = useProject();
  const { data: labels } = useQuery(actionLabelsQuery(project.id));
  const change = useBulk<Action>(actionsPath(project.id), actionKeys.all(project.id));
  const { selected: rows, nameOf } = selection;
  const setDeleted = (deleted: boolean) =>
    void change({
      items: rows.map(({ id }) => ({ id, deleted })),
      done: deleted ? text.deleted : text.restored,
      rows,
      nameOf,
    });
  const button: BulkButton = areDeleted
    ? { label: text.restore, icon: IconRestore, run: () => setDeleted(false) }
    : { label: text.delete, icon: IconTrash, run: () => setDeleted(true) };
  return (
    <BulkBar selection={selection} buttons={[button]}>
      {!areDeleted && (
        <BulkTags
          rows={rows}
          known={labels?.tags ?? []}
          onTag={(items) => void change({ items, done: text.tagged, rows, nameOf })}
        />
      )}
    </BulkBar>
  );
}
