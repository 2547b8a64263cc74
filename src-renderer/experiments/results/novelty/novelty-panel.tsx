import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { controlKey, type Experiment } from '#server/experiments/contract.ts';
import type { Novelty } from '#server/experiments/results/novelty/novelty-contract.ts';
import type { MetricResult, SecondaryResult } from '#server/experiments/results/results-contract.ts';
import { kindOfResult } from '#server/experiments/results/words/result-text-contract.ts';
import { Terms } from '../../../metrics/terms.tsx';
import { useProject } from '../../../projects/current-project.ts';
import { TableToggle } from '../../../ui/charts/table-toggle.tsx';
import { QueryState } from '../../../ui/feedback/query-state.tsx';
import looks from '../../../ui/text.module.css';
import { noveltyQuery } from '../../queries.ts';
import { unbroken } from '../metrics/results-numbers.ts';
import { resultTableWords } from '../metrics/words.ts';
import { metricName } from '../results-words.ts';
import classes from './novelty.module.css';
import { NoveltyChart } from './novelty-chart.tsx';
import { NoveltyTable } from './novelty-table.tsx';
import { changeText, noveltyStates, noveltyWords } from './novelty-words.ts';

type Props = { experiment: Experiment; metric: MetricResult | SecondaryResult };

/** Shows the effect by days since the exposure, and whether it changes. */
export function NoveltyPanel({ experiment, metric }: Props) {
  const project = useProject();
  const query = useQuery(noveltyQuery(project.id, experiment.id, 'index' in metric ? metric.index : undefined));
  if (query.data === undefined) return <QueryState query={query} what={noveltyWords.what} rows={4} />;
  const { state } = query.data;
  if (state !== 'ready') return <p className={looks.muted}>{noveltyStates[state]}</p>;
  return <Shown experiment={experiment} metric={metric} novelty={query.data} />;
}

function Shown({ experiment, metric, novelty }: Props & { novelty: Novelty }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [asTable, setAsTable] = useState(false);
  const { changes, spans, converts_once: isOnce } = novelty;
  const tests = changes.map(({ key }) => key);
  const variant = tests.find((key) => key === chosen) ?? tests[0] ?? controlKey;
  const comparisons = spans.flatMap(({ variants }) => variants.filter(({ versus }) => versus !== null)).length;
  const [name, kind] = [metricName(metric), kindOfResult(metric)];
  return (
    <>
      <ul className={classes.changes}>
        {changes.map((change) => (
          <li key={change.key}>
            <Terms>{unbroken(changeText(change))}</Terms>
          </li>
        ))}
      </ul>
      {tests.length > 1 && (
        <SegmentedControl
          aria-label={noveltyWords.variant}
          size="xs"
          value={variant}
          onChange={setChosen}
          data={tests}
        />
      )}
      <NoveltyChart
        experiment={experiment}
        spans={spans}
        variant={variant}
        label={noveltyWords.chart(name, variant)}
        kind={kind}
      />
      <div className={classes.foot}>
        <span className={classes.about}>
          {[
            noveltyWords.about,
            isOnce ? noveltyWords.once : noveltyWords.cause,
            ...(comparisons > 1 ? [resultTableWords.holm(comparisons)] : []),
          ].join(' ')}
        </span>
        <TableToggle isOn={asTable} onChange={setAsTable} />
      </div>
      {asTable && <NoveltyTable label={noveltyWords.table(name)} spans={spans} kind={kind} />}
    </>
  );
}
