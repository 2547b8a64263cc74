import { IconPlayerPlay, IconPlayerStop, IconRestore, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useContext, useState } from 'react';
import { sumOf } from '#server/core/sum-contract.ts';
import type { Flag } from '#server/flags/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx';
import { BulkBar, type BulkButton } from '../../ui/table/bulk/bulk-bar.tsx';
import { useBulk } from '../../ui/table/bulk/use-bulk.tsx';
import type { Selection } from '../../ui/table/use-selection.ts';
import { flagKeys, flagLabelsQuery, flagsPath } from '../queries.ts';
import { FlagUsesContext } from './flag-uses.ts';
import { words } from './words.tsx';

const { bulk: text } = words;

type Props = { selection: Selection<Flag>; areDeleted: boolean };

/** Turns on or off, tags, deletes or restores the selected flags; asks before apps get less. */
export function FlagBulk({ selection, areDeleted }: Props) {
  const [asked, setAsked] = useState<'off' | 'delete' | null>(null);
  const project = useProject();
  const { data: labels } = useQuery(flagLabelsQuery(project.id));
  const { set, setEach } = useBulk(flagsPath(project.id), flagKeys.all(project.id), selection);
  const { selected: rows } = selection;
  const on = rows.filter(({ active }) => active);
  const questions = {
    off: {
      rows: on,
      overrides: sumOf(on.map((flag) => flag.overrides)),
      run: () => set({ active: false }, text.turnedOff),
    },
    delete: { rows, overrides: 0, run: () => set({ deleted: true }, text.deleted) },
  };
  const turnOn = { label: text.turnOn, icon: IconPlayerPlay, run: () => void set({ active: true }, text.turnedOn) };
  const turnOff = { label: text.turnOff, icon: IconPlayerStop, run: () => setAsked('off') };
  const buttons: BulkButton[] = areDeleted
    ? [{ label: text.restore, icon: IconRestore, run: () => void set({ deleted: false }, text.restored) }]
    : [
        ...(on.length < rows.length ? [turnOn] : []),
        ...(on.length > 0 ? [turnOff] : []),
        { label: text.delete, icon: IconTrash, run: () => setAsked('delete') },
      ];
  return (
    <>
      <BulkBar
        selection={selection}
        buttons={buttons}
        tags={areDeleted ? null : { known: labels?.tags, onTag: (items) => void setEach(items, text.tagged) }}
      />
      {asked !== null && <Question {...text.asked[asked]} {...questions[asked]} onClose={() => setAsked(null)} />}
    </>
  );
}

type QuestionProps = {
  rows: Flag[];
  /** How many overrides apps get all the same. */
  overrides: number;
  title: (count: number) => string;
  verb: string;
  /** Says what it means for the running experiments. */
  runs: (names: string[]) => string;
  onClose: () => void;
  run: () => Promise<unknown>;
};

function Question({ rows, overrides, title, verb, runs: explain, run, onClose }: QuestionProps) {
  const { runOn } = useContext(FlagUsesContext);
  const runs = rows.map(runOn).filter((name) => name !== null);
  return (
    <ConfirmDialog title={title(rows.length)} verb={verb} onConfirm={run} onClose={onClose}>
      <p>
        {text.effect} {overrides > 0 && text.overridden(overrides)} {text.undoHint}
      </p>
      {runs.length > 0 && <p>{explain(runs)}</p>}
    </ConfirmDialog>
  );
}
