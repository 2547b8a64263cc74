import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { NewPage } from '../../ui/form/new-page.tsx';
import { ExperimentEditorColumns } from './experiment-editor-columns.tsx';
import { useExperimentForm } from './use-experiment-form.ts';

/** The editor with nothing saved yet. */
export function NewExperimentPage() {
  const state = useExperimentForm(null, true);
  const navigate = useNavigate();
  return (
    <NewPage
      state={state}
      title="New experiment"
      list={{ to: '/experiments', name: 'Experiments' }}
      verb="Create draft"
      unsaved="The new experiment is"
      onCreated={({ id, name }) => {
        notifications.show({ message: `“${name}” is a draft now. Launch it when its checklist is done.` });
        const search = { tab: 'setup' };
        void navigate({ to: '/experiments/$experimentId', params: { experimentId: id }, search, replace: true });
      }}
    >
      {(save) => <ExperimentEditorColumns experiment={null} state={state} isShown onSave={save} />}
    </NewPage>
  );
}
