import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { Experiment } from '#server/experiments/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { ChangeItem } from '../../ui/json/change-item.tsx';
import { HistorySection } from '../../ui/json/history-section.tsx';
import classes from '../../ui/page/detail-page.module.css';
import { KeptTab } from '../../ui/page/kept-tab.tsx';
import { QueryPage } from '../../ui/page/query-page.tsx';
import { experimentHistoryQuery, experimentQuery } from '../queries.ts';
import { ResultsTab } from '../results/results-tab.tsx';
import { ExperimentEditor } from '../setup/experiment-editor.tsx';
import { SimulatedBar } from '../simulator/simulated-bar.tsx';
import { SimulatorTab } from '../simulator/simulator-tab.tsx';
import { experimentWords } from '../words.ts';
import { ExperimentHeader } from './experiment-header.tsx';
import { ExperimentNotices } from './experiment-notices.tsx';
import { type ExperimentTab, ExperimentTabs, experimentTab } from './experiment-tabs.tsx';
import { changeFields, experimentChangeWords } from './history-words.ts';
import { lifecycleWords } from './words.tsx';

const route = getRouteApi('/experiments/$experimentId');
const list = { to: '/experiments', name: experimentWords.experiments } as const;
const frame = { title: lifecycleWords.page.title, list, what: lifecycleWords.page.name };

export function ExperimentPage() {
  const { experimentId } = route.useParams();
  return (
    <QueryPage {...frame} query={experimentQuery(useProject().id, experimentId)}>
      {(experiment) => <SavedExperiment key={experimentId} experiment={experiment} />}
    </QueryPage>
  );
}

function SavedExperiment({ experiment }: { experiment: Experiment }) {
  const tab = experimentTab(route.useSearch().tab, experiment);
  const [isUnsaved, setIsUnsaved] = useState(false);
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const { body, showResults } = useLaunched(tab);
  return (
    <div className={classes.page}>
      <SimulatedBar experiments={[experiment]} />
      <ExperimentHeader
        experiment={experiment}
        tab={tab}
        isUnsaved={isUnsaved}
        onLaunched={showResults}
        saveSlot={setSlot}
      />
      <ExperimentNotices experiment={experiment} />
      <ExperimentTabs current={tab} isUnsaved={isUnsaved} />
      <KeptTab isShown={tab === 'setup'} className={classes.editor}>
        <ExperimentEditor experiment={experiment} onDirty={setIsUnsaved} slot={slot} />
      </KeptTab>
      {tab !== 'setup' && (
        // biome-ignore lint/a11y/useSemanticElements: a group of what the tab shows, not of fields
        <div
          ref={body}
          className={classes.body}
          role="group"
          aria-label={lifecycleWords.page.tabs.names[tab]}
          tabIndex={-1}
        >
          {tab === 'results' && <ResultsTab experiment={experiment} />}
          {tab === 'history' && <ExperimentHistoryPanel experiment={experiment} />}
          {tab === 'simulator' && <SimulatorTab experiment={experiment} />}
        </div>
      )}
    </div>
  );
}

/** Shows the results after a launch, and moves the focus there: the button that had it is gone. */
function useLaunched(tab: ExperimentTab) {
  const navigate = route.useNavigate();
  const body = useRef<HTMLDivElement>(null);
  const [isLaunched, setIsLaunched] = useState(false);
  useEffect(() => {
    if (!isLaunched || tab !== 'results') return;
    body.current?.focus({ preventScroll: true });
    setIsLaunched(false);
  }, [isLaunched, tab]);
  const showResults = () => {
    setIsLaunched(true);
    void navigate({ search: (previous) => ({ ...previous, tab: 'results' }) });
  };
  return { body, showResults };
}

function ExperimentHistoryPanel({ experiment }: { experiment: Experiment }) {
  const project = useProject();
  const query = useInfiniteQuery(experimentHistoryQuery(project.id, experiment.id));
  return (
    <HistorySection query={query}>
      {(change) => (
        <ChangeItem
          key={change.id}
          change={change}
          what={experimentChangeWords[change.kind]}
          fields={changeFields(change)}
        />
      )}
    </HistorySection>
  );
}
