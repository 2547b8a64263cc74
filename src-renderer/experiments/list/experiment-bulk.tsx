import { IconArchive, IconArchiveOff, IconRestore, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Experiment } from '#server/experiments/contract.ts';
import { flagKeys } from '../../flags/queries.ts';
import { useProject } from '../../projects/current-project.ts';
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx';
import { BulkBar, type BulkButton } from '../../ui/table/bulk/bulk-bar.tsx';
import { useBulk } from '../../ui/table/bulk/use-bulk.tsx';
import type { Selection } from '../../ui/table/use-selection.ts';
import { experimentKeys, experimentsPath } from '../queries.ts';
import { experimentLabelsQuery } from './list-queries.ts';
import { words } from './words.ts';

const { bulk: text } = words;

/** Archives, tags, deletes or restores the selected experiments; asks before flags go. */
export function ExperimentBulk({ selection, isDeleted }: { selection: Selection<Experiment>; isDeleted: boolean }) {
  const [isAsked, setIsAsked] = useState(false);
  const project = useProject();
  const client = useQueryClient();
  const { data: labels } = useQuery(experimentLabelsQuery(project.id));
  const bulk = useBulk(experimentsPath(project.id), experimentKeys.all(project.id), selection);
  const { selected: rows, nameOf } = selection;
  const set = async (...args: Parameters<typeof bulk.set>) => {
    await bulk.set(...args);
    await client.invalidateQueries({ queryKey: flagKeys.all(project.id) });
  };
  const areArchived = rows.every(({ archived }) => archived);
  const archive: BulkButton = areArchived
    ? { label: text.unarchive, icon: IconArchiveOff, run: () => void set({ archived: false }, text.unarchived) }
    : { label: text.archive, icon: IconArchive, run: () => void set({ archived: true }, text.archived) };
  const buttons: BulkButton[] = isDeleted
    ? [{ label: text.restore, icon: IconRestore, run: () => void set({ deleted: false }, text.restored) }]
    : [archive, { label: text.delete, icon: IconTrash, run: () => setIsAsked(true) }];
  const running = rows.filter(({ status }) => status === 'running').map(nameOf);
  return (
    <>
      <BulkBar
        selection={selection}
        buttons={buttons}
        tags={isDeleted ? null : { known: labels?.tags, onTag: (items) => void bulk.setEach(items, text.tagged) }}
      />
      {isAsked && (
        <ConfirmDialog
          title={text.deleteTitle(rows.length)}
          verb={text.deleteVerb}
          onConfirm={() => set({ deleted: true }, text.deleted)}
          onClose={() => setIsAsked(false)}
        >
          <p>{text.deleteEffect}</p>
          {running.length > 0 && <p>{text.running(running)}</p>}
        </ConfirmDialog>
      )}
    </>
  );
}
