import { useState } from 'react';
import type { Experiment } from '#server/experiments/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { changedFields } from '../../ui/form/changed-fields.ts';
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx';
import { useUpdateExperiment } from '../queries.ts';
import { ConclusionFields } from './conclusion-fields.tsx';
import classes from './life-dialog.module.css';
import { lifecycleWords } from './words.tsx';

const { conclude: text } = lifecycleWords;

/** Changes the conclusion of an ended experiment, or its note, and nothing of its flag. */
export function ConcludeDialog({ experiment, onClose }: { experiment: Experiment; onClose: () => void }) {
  const project = useProject();
  const update = useUpdateExperiment(project.id);
  const { id, name } = experiment;
  const [first] = useState({ conclusion: experiment.conclusion, conclusion_comment: experiment.conclusion_comment });
  const [value, setValue] = useState(first);
  const written = { ...value, conclusion_comment: value.conclusion_comment.trim() };
  return (
    <ConfirmDialog
      isHarmless
      size="lg"
      title={text.title(name)}
      verb={text.save}
      onConfirm={() => update.mutateAsync({ id, ...changedFields(first, written) })}
      onClose={onClose}
    >
      <div className={classes.fields}>
        <ConclusionFields
          value={{ conclusion: value.conclusion, note: value.conclusion_comment }}
          onChange={({ conclusion, note }) => setValue({ conclusion, conclusion_comment: note })}
        />
      </div>
    </ConfirmDialog>
  );
}
