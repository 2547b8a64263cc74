import { Anchor, Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Experiment } from '#server/experiments/contract.ts';
import { LeaveGuard } from '../ui/leave-guard.tsx';
import { SaveButton } from '../ui/save-button.tsx';
import classes from './experiment-editor.module.css';
import { ExperimentEditorColumns } from './experiment-editor-columns.tsx';
import { tabOf } from './experiment-tabs.tsx';
import { useExperimentForm } from './use-experiment-form.ts';

const route = getRouteApi('/experiments/$experimentId');

/** `onDirty` hears whether there is something to save: the page says so where it leads on. */
type Props = { experiment: Experiment; onDirty: (isDirty: boolean) => void };

/** Everything of a saved experiment that is edited, beside what it still needs. */
export function ExperimentEditor({ experiment, onDirty }: Props) {
  const isShown = tabOf(route.useSearch().tab, experiment) === 'setup';
  const state = useExperimentForm(experiment, isShown);
  const navigate = useNavigate();
  const { isDirty } = state;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const save = async () => {
    const saved = await state.save();
    if (saved !== undefined) notifications.show({ message: `“${saved.name}” is saved.` });
    // What is in the way stands in the form.
    else if (isDirty && !isShown) void navigate({ to: '.', search: (previous) => ({ ...previous, tab: 'setup' }) });
  };
  return (
    <>
      <ExperimentEditorColumns
        experiment={experiment}
        state={state}
        isShown={isShown}
        onSave={() => void save()}
        footer={
          <div className={classes.bar}>
            {state.isOutdated && <Outdated onReload={state.reload} />}
            <SaveButton verb="Save" isIdle={!isDirty} isSaving={state.isSaving} onSave={() => void save()} />
            {isDirty && (
              <Button variant="subtle" color="gray" onClick={state.reload}>
                Discard changes
              </Button>
            )}
          </div>
        }
      />
      <LeaveGuard isDirty={() => isDirty} what={`Changes to “${experiment.name}” are`} />
    </>
  );
}

function Outdated({ onReload }: { onReload: () => void }) {
  return (
    <p className={classes.outdated} role="status">
      This experiment, or its flag, was changed elsewhere while you edit it. Saving replaces what you changed, and keeps
      the rest.{' '}
      <Anchor component="button" type="button" fz="inherit" onClick={onReload}>
        Load it and discard my changes
      </Anchor>
    </p>
  );
}
