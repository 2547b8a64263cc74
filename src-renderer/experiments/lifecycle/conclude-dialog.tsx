import { useState } from 'react';
import type { Experiment } from '#server/experiments/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx';
import { useUpdateExperiment } from '../queries.ts';
import { ConclusionFields } from './conclusion-fields.tsx';
import classes from './life-dialog.module.css';
import { lifecycleWords } from './words.tsx';

const { conclude: text } = lifecycleWords;

/** Changes the conclusion of an ended experiment, and nothing of its flag. */
export function ConcludeDialog({ experiment, onClose }: { experiment: Experiment; onClose: () => void }) {
  const project = useProject();
  const update = useUpdateExperiment(project.id);
  const { id, name } = experiment;
  const [value, setValue] = useState({ conclusion: experiment.conclusion, note: experiment.conclusion_comment });
  return (
    <ConfirmDialog
      isCalm
      size="lg"
      title={text.title(name)}
      verb={text.save}
      onConfirm={() => update.mutateAsync({ id, conclusion: value.conclusion, conclusion_comment: value.note.trim() })}
      onClose={onClose}
    >
      <div className={classes.fields}>
        <ConclusionFields value={value} onChange={setValue} />
      </div>
    </ConfirmDialog>
  );
}
