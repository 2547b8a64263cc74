import { notifications } from '@mantine/notifications';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Experiment } from '#server/experiments/contract.ts';
import { LeaveGuard } from '../../ui/form/leave-guard.tsx';
import { SaveActions } from '../../ui/form/save-actions.tsx';
import { uiWords } from '../../ui/words.ts';
import { experimentTab } from '../lifecycle/experiment-tabs.tsx';
import { ExperimentEditorColumns } from './experiment-editor-columns.tsx';
import { useExperimentForm } from './use-experiment-form.ts';

const route = getRouteApi('/experiments/$experimentId');

/** `onDirty` is called with whether there are unsaved changes. `slot` takes the save button. */
type Props = { experiment: Experiment; onDirty: (isDirty: boolean) => void; slot: HTMLElement | null };

export function ExperimentEditor({ experiment, onDirty, slot }: Props) {
  const isShown = experimentTab(route.useSearch().tab, experiment) === 'setup';
  const state = useExperimentForm(experiment, isShown);
  const navigate = useNavigate();
  const { isDirty } = state;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const save = async () => {
    const saved = await state.save();
    if (saved !== undefined) notifications.show({ message: uiWords.save.done(saved.name) });
    // The form shows what prevents saving.
    else if (isDirty && !isShown) void navigate({ to: '.', search: (previous) => ({ ...previous, tab: 'setup' }) });
  };
  return (
    <>
      <ExperimentEditorColumns experiment={experiment} state={state} isShown={isShown} onSave={() => void save()} />
      {(isShown || isDirty) && <SaveActions slot={slot} state={state} isDirty={isDirty} onSave={() => void save()} />}
      <LeaveGuard isDirty={() => isDirty} what={uiWords.save.unsaved(experiment.name)} />
    </>
  );
}
