import { IconFlask } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type Breakdown, type BreakdownSearch, breakdown } from '#server/experiments/breakdown/breakdown-contract.ts';
import type { Experiment } from '#server/experiments/contract.ts';
import type { MetricResult, SecondaryResult } from '#server/experiments/results/results-contract.ts';
import { pacedQuery } from '../../../api/paced.ts';
import { Terms } from '../../../metrics/terms.tsx';
import { useProject } from '../../../projects/current-project.ts';
import { QueryState } from '../../../ui/feedback/query-state.tsx';
import { StatusChip } from '../../../ui/feedback/status-chip.tsx';
import { experimentKeys, experimentPath, IDLE_REFRESH_MS } from '../../queries.ts';
import { metricInAddress } from '../results-search.ts';
import { useChangeResults } from '../use-change-results.ts';
import classes from './breakdown.module.css';
import { BreakdownChooser } from './breakdown-chooser.tsx';
import { BreakdownTable } from './breakdown-table.tsx';
import {
  breakdownNotes,
  breakdownWords,
  interactionWords,
  judgementTones,
  missingWords,
  splitWarning,
} from './breakdown-words.ts';

const route = getRouteApi('/experiments/$experimentId');

type Props = { experiment: Experiment; metric: MetricResult | SecondaryResult };

/** Compares the variants for each value of a property, which is in the address. */
export function BreakdownPanel({ experiment, metric }: Props) {
  const project = useProject();
  const { people = 'mature', property = '', of: type = 'person' } = route.useSearch();
  const change = useChangeResults();
  const of = metricInAddress(metric);
  const query = useQuery(breakdownQuery(project.id, experiment.id, { property, type, metric: of, people }));
  return (
    <>
      <div className={classes.line}>
        <BreakdownChooser
          key={`${type} ${property}`}
          property={property}
          type={type}
          source={metric.exposure?.source ?? null}
          onChoose={(chosen) =>
            change({
              property: chosen.property === '' ? undefined : chosen.property,
              of: chosen.type === 'person' ? undefined : chosen.type,
            })
          }
        />
        <span className={classes.about}>
          <StatusChip tone="info" icon={IconFlask}>
            <Terms>{breakdownWords.exploratory}</Terms>
          </StatusChip>
          {breakdownWords.about}
        </span>
      </div>
      {property === '' ? (
        <p className={classes.dim}>{breakdownWords.choose}</p>
      ) : query.data === undefined ? (
        <QueryState query={query} what={breakdownWords.what} rows={4} />
      ) : (
        <Shown experiment={experiment} breakdown={query.data} />
      )}
    </>
  );
}

function Shown({ experiment, breakdown }: { experiment: Experiment; breakdown: Breakdown }) {
  const [missing, warning] = [missingWords(breakdown), splitWarning(breakdown)];
  if (missing !== null) return <p role="status">{missing}</p>;
  return (
    <>
      <p className={classes.judgement}>
        <StatusChip tone={judgementTones[breakdown.interaction.judgement]} quiet>
          <span>
            <Terms>{interactionWords(breakdown)}</Terms>
          </span>
        </StatusChip>
      </p>
      {warning !== null && (
        <p className={classes.judgement}>
          <StatusChip tone="danger" quiet>
            <span>
              <Terms>{warning}</Terms>
            </span>
          </StatusChip>
        </p>
      )}
      <BreakdownTable experiment={experiment} breakdown={breakdown} />
      <ul className={classes.notes}>
        {breakdownNotes(breakdown).map((note) => (
          <li key={note}>
            <Terms>{note}</Terms>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Polls a metric by the values of a property; asks nothing while the property is ''. */
function breakdownQuery(projectId: number, id: number, search: BreakdownSearch) {
  return queryOptions({
    ...pacedQuery(
      experimentKeys.one(projectId, id, 'breakdown', search),
      `${experimentPath(projectId, id)}breakdown/`,
      breakdown,
      { query: search, what: breakdownWords.what, leastMs: () => IDLE_REFRESH_MS },
    ),
    enabled: search.property !== '',
  });
}
