import { Skeleton } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowDownRight,
  IconArrowUpRight,
  IconEqual,
  IconHourglass,
  type TablerIcon,
} from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Experiment } from '#server/experiments/contract.ts';
import type { ResultSummary } from '#server/experiments/results/results-contract.ts';
import type { VerdictKind } from '#server/experiments/results/verdict/verdict-contract.ts';
import { guardrailPhrase } from '#server/experiments/results/words/guardrail-words-contract.ts';
import { chipVerdict, verdictWords } from '#server/experiments/results/words/verdict-words-contract.ts';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { formatCount } from '../../ui/format.ts';
import listPage from '../../ui/page/list-page.module.css';
import type { Column } from '../../ui/table/data-table.tsx';
import { ownerColumn, tagsColumn } from '../../ui/table/label-columns.tsx';
import { actionsColumn } from '../../ui/table/row-button.tsx';
import looks from '../../ui/text.module.css';
import { ExperimentMenu } from '../lifecycle/experiment-menu.tsx';
import { runTimes, runWords } from '../lifecycle/run-words.ts';
import { verdictTone } from '../results/verdict/verdict-tones.ts';
import { metricWords } from '../setup/metrics/metric-words.ts';
import { conclusionWords, servesWords } from '../words.ts';
import classes from './experiment-list.module.css';
import { ExperimentStatusChip } from './experiment-status.tsx';
import { words } from './words.ts';

const { columns: text } = words;

type Summaries = Pick<UseQueryResult<Map<number, ResultSummary | null>>, 'data' | 'isError'>;

export const experimentColumns = (summaries: Summaries): Column<Experiment>[] => [
  { header: text.name, sort: 'name', cell: (experiment) => <Name experiment={experiment} /> },
  { header: text.flag, width: '18%', sort: 'flag', cell: (experiment) => <FlagCell experiment={experiment} /> },
  {
    header: text.status,
    width: '112px',
    sort: 'status',
    cell: (experiment) => (
      <span className={classes.stack}>
        <ExperimentStatusChip experiment={experiment} quiet />
      </span>
    ),
  },
  {
    header: text.run,
    width: '148px',
    sort: 'start_date',
    priority: 2,
    cell: (experiment) => <Run experiment={experiment} />,
  },
  {
    header: text.exposed,
    width: '80px',
    align: 'end',
    priority: 3,
    cell: (experiment) => (
      <OfResult experiment={experiment} summaries={summaries}>
        {({ exposure }) => (exposure === null ? <Dash /> : formatCount(exposure.total))}
      </OfResult>
    ),
  },
  {
    header: text.verdict,
    width: '168px',
    cell: (experiment) => (
      <OfResult experiment={experiment} summaries={summaries}>
        {(result) => <VerdictChip experiment={experiment} result={result} />}
      </OfResult>
    ),
  },
  tagsColumn({ to: '/experiments', label: words.tagged, width: '12%', priority: 4 }),
  ownerColumn(),
  actionsColumn('60px', (experiment) => <ExperimentMenu experiment={experiment} />),
];

const Dash = ({ title }: { title?: string }) => (
  <span className={looks.muted} title={title}>
    –
  </span>
);

function Name({ experiment: { id, name, description, filters } }: { experiment: Experiment }) {
  return (
    <Link
      to="/experiments/$experimentId"
      params={{ experimentId: id }}
      className={listPage.name}
      title={[name, description, words.primaryMetric(metricWords(filters))].filter(Boolean).join('\n')}
    >
      {name}
    </Link>
  );
}

function FlagCell({ experiment }: { experiment: Experiment }) {
  const serves = servesWords(experiment);
  return (
    <span className={classes.stack}>
      <FlagLink experiment={experiment} />
      {serves !== null && (
        <span className={classes.serves} title={serves}>
          {serves}
        </span>
      )}
    </span>
  );
}

export function FlagLink({ experiment: { feature_flag: id, feature_flag_key: key } }: { experiment: Experiment }) {
  if (id === null) return <s title={words.flagDeleted}>{key}</s>;
  return (
    <Link to="/feature-flags/$flagId" params={{ flagId: id }} className={`mono ${looks.quietLink}`} title={key}>
      {key}
    </Link>
  );
}

function Run({ experiment }: { experiment: Experiment }) {
  const run = runWords(experiment, Date.now(), 'short');
  if (run === null) return <Dash />;
  return <span title={runTimes(experiment)}>{run}</span>;
}

type OfResultProps = { experiment: Experiment; summaries: Summaries; children: (result: ResultSummary) => ReactNode };

/** Shows a cell of the result; a dash for a draft, which has none. */
function OfResult({ experiment: { id, status }, summaries: { data, isError }, children }: OfResultProps) {
  const result = data?.get(id) ?? null;
  if (status === 'draft') return <Dash />;
  if (result !== null) return children(result);
  return isError ? <Dash title={words.resultsFailed} /> : <Skeleton height={10} width={56} />;
}

const icons: Partial<Record<VerdictKind, TablerIcon>> = {
  collecting: IconHourglass,
  unhealthy: IconAlertTriangle,
  better: IconArrowUpRight,
  worse: IconArrowDownRight,
  leaning: IconEqual,
  no_clear_difference: IconEqual,
};

/** Shows the verdict in a word or two, for rows, and the recorded conclusion; whole on hover. */
function VerdictChip({ experiment, result }: { experiment: Experiment; result: ResultSummary }) {
  const { title, text, guardrails } = verdictWords(experiment, result);
  const { kind } = result.verdict;
  const { conclusion } = experiment;
  const icon = icons[kind];
  const phrase = guardrailPhrase(result.verdict);
  return (
    <span className={classes.verdict} title={[title, text, ...guardrails].join('\n')}>
      <StatusChip tone={verdictTone(result.verdict)} {...(icon !== undefined && { icon })}>
        {chipVerdict(result)}
      </StatusChip>
      {phrase !== null && <span className={classes.serves}>{phrase}</span>}
      {conclusion !== null && <span className={classes.serves}>{conclusionWords[conclusion]}</span>}
    </span>
  );
}
