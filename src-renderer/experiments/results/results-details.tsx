import { getRouteApi } from '@tanstack/react-router';
import type { Experiment } from '#server/experiments/contract.ts';
import type { MetricResult, SecondaryResult } from '#server/experiments/results/results-contract.ts';
import { Terms } from '../../metrics/terms.tsx';
import { PanelTabs } from '../../ui/panel-tabs.tsx';
import looks from '../../ui/text.module.css';
import { BreakdownPanel } from './breakdown/breakdown-panel.tsx';
import { EffectOverTime } from './charts/effect-over-time.tsx';
import { cupedWords } from './metrics/cuped-words.ts';
import { ResultsSteps } from './metrics/results-steps.tsx';
import { NoveltyPanel } from './novelty/novelty-panel.tsx';
import classes from './results-details.module.css';
import type { ResultsPart } from './results-search.ts';
import { metricName } from './results-words.ts';
import { useChangeResults } from './use-change-results.ts';
import { words } from './words.ts';
import { WorkingPanel } from './working/working-panel.tsx';

const { details: text } = words;

const route = getRouteApi('/experiments/$experimentId');

type Props = { experiment: Experiment; metric: MetricResult | SecondaryResult };

export function ResultsDetails({ experiment, metric }: Props) {
  const { part } = route.useSearch();
  const change = useChangeResults();
  const shown = { experiment, metric };
  const steps = { value: 'steps', label: text.steps, panel: <ResultsSteps {...shown} /> } as const;
  const parts = [
    { value: 'time', label: text.time, panel: <EffectOverTime {...shown} /> },
    { value: 'novelty', label: text.novelty, panel: <NoveltyPanel {...shown} /> },
    ...(metric.steps.length > 0 ? [steps] : []),
    { value: 'breakdown', label: text.breakdown, panel: <BreakdownPanel {...shown} /> },
    { value: 'working', label: text.working, panel: <WorkingPanel metric={metric} /> },
  ] as const;
  const current = parts.find(({ value }) => value === part)?.value ?? 'time';
  const choose = (value: ResultsPart) => change({ part: value === 'time' ? undefined : value });
  const cuped = cupedWords(metric);
  return (
    <PanelTabs
      label={text.label(metricName(metric))}
      tabs={parts}
      value={current}
      onChange={choose}
      classes={{ tabs: classes.details, panel: classes.panel }}
      head={
        cuped !== null && (
          <p className={looks.muted}>
            <Terms>{cuped}</Terms>
          </p>
        )
      }
    />
  );
}
