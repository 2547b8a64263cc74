import { IconRestore, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Action } from '#server/actions/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { BulkBar, type BulkButton } from '../../ui/table/bulk/bulk-bar.tsx';
import { useBulk } from '../../ui/table/bulk/use-bulk.tsx';
import type { Selection } from '../../ui/table/use-selection.ts';
import { actionKeys, actionLabelsQuery, actionsPath } from '../queries.ts';
import { actionListWords } from './words.tsx';

const { bulk: text } = actionListWords;

/** Tags, deletes or restores the selected actions. */
export function ActionBulk({ selection, areDeleted }: { selection: Selection<Action>; areDeleted: boolean }) {
  const project = useProject();
  const { data: labels } = useQuery(actionLabelsQuery(project.id));
  const { set, setEach } = useBulk(actionsPath(project.id), actionKeys.all(project.id), selection);
  const button: BulkButton = areDeleted
    ? { label: text.restore, icon: IconRestore, run: () => void set({ deleted: false }, text.restored) }
    : { label: text.delete, icon: IconTrash, run: () => void set({ deleted: true }, text.deleted) };
  return (
    <BulkBar
      selection={selection}
      buttons={[button]}
      tags={areDeleted ? null : { known: labels?.tags, onTag: (items) => void setEach(items, text.tagged) }}
    />
  );
}
