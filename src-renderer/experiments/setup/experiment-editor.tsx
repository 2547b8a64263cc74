import { notifications } from '@mantine/notifications';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Experiment } from '#server/experiments/contract.ts';
import { LeaveGuard } from '../../ui/form/leave-guard.tsx';
import { SaveActions } from '../../ui/form/save-actions.tsx';
import { tabOf } from '../lifecycle/experiment-tabs.tsx';
import { ExperimentEditorColumns } from './experiment-editor-columns.tsx';
import { useExperimentForm } from './use-experiment-form.ts';

const route = getRouteApi('/experiments/$experimentId');

/** `onDirty` hears whether there is something to save: the page says so where it leads on. `slot` is where it is saved. */
type Props = { experiment: Experiment; onDirty: (isDirty: boolean) => void; slot: HTMLElement | null };

/** Everything of a saved experiment that is edited, beside what it still needs. */
export function ExperimentEditor({ experiment, onDirty, slot }: Props) {
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
      <ExperimentEditorColumns experiment={experiment} state={state} isShown={isShown} onSave={() => void save()} />
      {(isShown || isDirty) && <SaveActions slot={slot} state={state} isDirty={isDirty} onSave={() => void save()} />}
      <LeaveGuard isDirty={() => isDirty} what={`Changes to “${experiment.name}” are`} />
    </>
  );
}
