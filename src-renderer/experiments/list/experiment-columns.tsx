import { Skeleton } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Experiment } from '#server/experiments/contract.ts';
import type { ExperimentResults } from '#server/experiments/results/results-contract.ts';
import { pacedMs } from '../../api/paced.ts';
import { useProject } from '../../projects/current-project.ts';
import { formatCount } from '../../ui/format.ts';
import type { Column } from '../../ui/table/data-table.tsx';
import { ExperimentMenu } from '../lifecycle/experiment-menu.tsx';
import { runTimes, runWords } from '../lifecycle/run-words.ts';
import { resultsQuery } from '../queries.ts';
import { metricWords } from '../setup/metrics/metric-words.ts';
import classes from './experiment-list.module.css';
import { ExperimentStatusChip } from './experiment-status.tsx';
import { VerdictChip } from './verdict-chip.tsx';
import { words } from './words.ts';

const { columns: text } = words;

export const experimentColumns: Column<Experiment>[] = [
  { header: text.name, cell: (experiment) => <Name experiment={experiment} /> },
  { header: text.flag, width: '18%', cell: (experiment) => <FlagLink experiment={experiment} /> },
  { header: text.status, width: '112px', cell: (experiment) => <ExperimentStatusChip experiment={experiment} quiet /> },
  { header: text.run, width: '156px', cell: (experiment) => <Run experiment={experiment} /> },
  {
    header: text.exposed,
    width: '80px',
    align: 'end',
    cell: (experiment) => (
      <OfResults experiment={experiment}>
        {({ result }) => (result.exposure === null ? <Dash /> : formatCount(result.exposure.total))}
      </OfResults>
    ),
  },
  {
    header: text.verdict,
    width: '168px',
    cell: (experiment) => (
      <OfResults experiment={experiment}>{(results) => <VerdictChip results={results} />}</OfResults>
    ),
  },
  {
    header: text.actions,
    width: '64px',
    align: 'end',
    cell: (experiment) => <ExperimentMenu experiment={experiment} />,
  },
];

const Dash = ({ title }: { title?: string }) => (
  <span className={classes.dim} title={title}>
    –
  </span>
);

function Name({ experiment: { id, name, description, filters } }: { experiment: Experiment }) {
  return (
    <Link
      to="/experiments/$experimentId"
      params={{ experimentId: id }}
      className={classes.name}
      title={[name, description, words.primaryMetric(metricWords(filters))].filter(Boolean).join('\n')}
    >
      {name}
    </Link>
  );
}

export function FlagLink({ experiment: { feature_flag: id, feature_flag_key: key } }: { experiment: Experiment }) {
  if (id === null) return <s title={words.flagDeleted}>{key}</s>;
  return (
    <Link to="/feature-flags/$flagId" params={{ flagId: id }} className={classes.flag} title={key}>
      {key}
    </Link>
  );
}

function Run({ experiment }: { experiment: Experiment }) {
  const run = runWords(experiment, Date.now(), 'short');
  if (run === null) return <Dash />;
  return <span title={runTimes(experiment)}>{run}</span>;
}

/** Longer than on the page of one experiment, because many rows ask at once. */
const REFRESH_MS = 30_000;

type OfResultsProps = { experiment: Experiment; children: (results: ExperimentResults) => ReactNode };

/** Requests results only for visible rows, because they count many events; a draft has none. */
function OfResults({ experiment: { id, status }, children }: OfResultsProps) {
  const project = useProject();
  const { ref, inViewport } = useInViewport<HTMLSpanElement>();
  const { data, isError } = useQuery({
    ...resultsQuery(project.id, id),
    enabled: inViewport && status !== 'draft',
    refetchInterval: (query) => pacedMs(query, REFRESH_MS),
  });
  if (status === 'draft') return <Dash />;
  return (
    <span ref={ref} className={classes.ofResults}>
      {data !== undefined ? (
        children(data)
      ) : isError ? (
        <Dash title={words.resultsFailed} />
      ) : (
        <Skeleton height={10} width={56} />
      )}
    </span>
  );
}
