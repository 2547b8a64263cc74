import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Experiment } from '#server/experiments/contract.ts';
import type { People } from '#server/experiments/results/judge/evidence-contract.ts';
import type { ExperimentResults } from '#server/experiments/results/results-contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { resultsQuery, secondaryResultsQuery } from '../queries.ts';
import { experimentWords } from '../words.ts';
import { AaSimulationPanel } from './aa-simulation/aa-simulation-panel.tsx';
import { ExposuresChart } from './charts/exposures-chart.tsx';
import { HealthPanel } from './health/health-panel.tsx';
import { ResultsMetrics } from './metrics/results-metrics.tsx';
import classes from './results-tab.module.css';
import { VerdictPanel } from './verdict/verdict-panel.tsx';

const route = getRouteApi('/experiments/$experimentId');

export function ResultsTab({ experiment }: { experiment: Experiment }) {
  const project = useProject();
  const { people = 'mature' } = route.useSearch();
  const asked = resultsQuery(project.id, experiment.id, people);
  // The results of the other people stay while these load, and with them the focus of the choice.
  const query = useQuery({ ...asked, placeholderData: (shown) => (shown?.id === experiment.id ? shown : undefined) });
  if (query.data === undefined) return <QueryState query={query} what={experimentWords.results} rows={10} />;
  return <Results results={query.data} people={people} isLoading={query.isPlaceholderData} />;
}

type Props = { results: ExperimentResults; people: People; isLoading: boolean };

function Results({ results, people, isLoading }: Props) {
  const project = useProject();
  const secondary = useQuery(secondaryResultsQuery(project.id, results.id, people));
  const { result, ...experiment } = results;
  const { exposure } = result;
  const hasExposures = exposure !== null && exposure.total > 0;
  const hasNumbers = [result, ...(secondary.data?.results ?? [])].some(({ variants }) => variants.length > 0);
  return (
    <div className={classes.tab} aria-busy={isLoading}>
      {experiment.description !== '' && (
        <p className={classes.hypothesis}>
          <b>{experimentWords.hypothesis}</b> {experiment.description}
        </p>
      )}
      <div className={classes.top} data-split={hasExposures || undefined}>
        <div className={classes.main}>
          <VerdictPanel
            experiment={experiment}
            result={result}
            secondary={secondary.isPending ? undefined : (secondary.data?.results ?? [])}
          />
          <HealthPanel experiment={experiment} result={result} />
        </div>
        {hasExposures && <ExposuresChart experiment={experiment} exposure={exposure} run={result.run} />}
      </div>
      {hasExposures && hasNumbers && <ResultsMetrics experiment={experiment} result={result} secondary={secondary} />}
      {hasExposures && hasNumbers && <AaSimulationPanel key={people} experimentId={results.id} people={people} />}
    </div>
  );
}
