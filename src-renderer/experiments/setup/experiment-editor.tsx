import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Experiment } from '#server/experiments/contract.ts';
import { SavedForm } from '../../ui/form/saved-form.tsx';
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
  const { isDirty } = state;
  const { unsaved, done } = uiWords.save;
  const text = { unsaved: unsaved(experiment.name), done: ({ name }: Experiment) => done(name) };
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  return (
    <SavedForm state={state} text={text} slot={slot} isShown={isShown} tab="setup">
      {(save) => <ExperimentEditorColumns experiment={experiment} state={state} isShown={isShown} onSave={save} />}
    </SavedForm>
  );
}
