import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { NewPage } from '../../ui/form/new-page.tsx';
import { words as feature } from '../words.ts';
import { ExperimentEditorColumns } from './experiment-editor-columns.tsx';
import { useExperimentForm } from './use-experiment-form.ts';
import { words } from './words.tsx';

const { page: text } = words;

export function NewExperimentPage() {
  const state = useExperimentForm(null, true);
  const navigate = useNavigate();
  return (
    <NewPage
      state={state}
      title={feature.create}
      list={{ to: '/experiments', name: feature.experiments }}
      verb={text.createDraft}
      unsaved={text.newOne}
      onCreated={({ id, name }) => {
        notifications.show({ message: text.created(name) });
        const search = { tab: 'setup' };
        void navigate({ to: '/experiments/$experimentId', params: { experimentId: id }, search, replace: true });
      }}
    >
      {(save) => <ExperimentEditorColumns experiment={null} state={state} isShown onSave={save} />}
    </NewPage>
  );
}
