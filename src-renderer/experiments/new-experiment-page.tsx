import { Page } from '../ui/page.tsx';
import { BackToExperiments } from './experiment-header.tsx';

export function NewExperimentPage() {
  return (
    <Page title="New experiment" back={<BackToExperiments />}>
      <p>Experiments are made through the API for now.</p>
    </Page>
  );
}
