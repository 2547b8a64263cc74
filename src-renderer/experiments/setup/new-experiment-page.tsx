import { NewPage } from '../../ui/form/new-page.tsx';
import { experimentWords } from '../words.ts';
import { ExperimentEditorColumns } from './experiment-editor-columns.tsx';
import { useExperimentForm } from './use-experiment-form.ts';
import { words } from './words.tsx';

const frame = { text: words.create, list: { to: '/experiments', name: experimentWords.experiments } } as const;

export function NewExperimentPage() {
  const state = useExperimentForm(null, true);
  return (
    <NewPage
      {...frame}
      state={state}
      next={({ id }) => ({
        to: '/experiments/$experimentId',
        params: { experimentId: id },
        search: { tab: 'setup' },
      })}
    >
      {(save) => <ExperimentEditorColumns experiment={null} state={state} isShown onSave={save} />}
    </NewPage>
  );
}
