import { Tabs } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { Experiment } from '#server/experiments/contract.ts';
import type { MetricResult, SecondaryResult } from '#server/experiments/results/results-contract.ts';
import { Terms } from '../../metrics/terms.tsx';
import { BreakdownPanel } from './breakdown/breakdown-panel.tsx';
import { EffectOverTime } from './charts/effect-over-time.tsx';
import { cupedWords } from './metrics/cuped-words.ts';
import { ResultsSteps } from './metrics/results-steps.tsx';
import { NoveltyPanel } from './novelty/novelty-panel.tsx';
import classes from './results-details.module.css';
import type { ResultsPart } from './results-search.ts';
import { metricName } from './results-words.ts';
import { words } from './words.ts';
import { WorkingPanel } from './working/working-panel.tsx';

const { details: text } = words;

const route = getRouteApi('/experiments/$experimentId');

type Props = { experiment: Experiment; metric: MetricResult | SecondaryResult };

export function ResultsDetails({ experiment, metric }: Props) {
  const { part } = route.useSearch();
  const navigate = route.useNavigate();
  const parts: { value: ResultsPart; label: string }[] = [
    { value: 'time', label: text.time },
    { value: 'novelty', label: text.novelty },
    ...(metric.steps.length > 0 ? [{ value: 'steps' as const, label: text.steps }] : []),
    { value: 'breakdown', label: text.breakdown },
    { value: 'working', label: text.working },
  ];
  const current = parts.find(({ value }) => value === part)?.value ?? 'time';
  const choose = (value: string | null) =>
    void navigate({
      search: (previous) => ({ ...previous, part: value === 'time' ? undefined : (value as ResultsPart) }),
      replace: true,
      resetScroll: false,
    });
  const cuped = cupedWords(metric);
  return (
    <Tabs className={classes.details} value={current} onChange={choose} keepMounted={false}>
      {cuped !== null && (
        <p className={classes.dim}>
          <Terms>{cuped}</Terms>
        </p>
      )}
      <Tabs.List aria-label={text.label(metricName(metric))}>
        {parts.map(({ value, label }) => (
          <Tabs.Tab key={value} value={value}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="time" className={classes.panel}>
        <EffectOverTime experiment={experiment} metric={metric} />
      </Tabs.Panel>
      <Tabs.Panel value="novelty" className={classes.panel}>
        <NoveltyPanel experiment={experiment} metric={metric} />
      </Tabs.Panel>
      <Tabs.Panel value="steps" className={classes.panel}>
        <ResultsSteps experiment={experiment} metric={metric} />
      </Tabs.Panel>
      <Tabs.Panel value="breakdown" className={classes.panel}>
        <BreakdownPanel experiment={experiment} metric={metric} />
      </Tabs.Panel>
      <Tabs.Panel value="working" className={classes.panel}>
        <WorkingPanel metric={metric} />
      </Tabs.Panel>
    </Tabs>
  );
}
