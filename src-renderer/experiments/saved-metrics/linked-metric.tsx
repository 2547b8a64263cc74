import { Button } from '@mantine/core';
import { IconUnlink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useProject } from '../../projects/current-project.ts';
import { Icon } from '../../ui/icon.tsx';
import looks from '../../ui/text.module.css';
import type { MetricDraft } from '../setup/metrics/metric-draft.ts';
import { metricWords } from '../setup/metrics/metric-words.ts';
import { linkedTo, unlinked } from './linked-draft.ts';
import { savedMetricsQuery } from './queries.ts';
import classes from './saved-metrics.module.css';
import { savedMetricWords } from './words.ts';

const { card: text } = savedMetricWords;

type Props = { id: number; metric: MetricDraft; onUse: (metric: MetricDraft) => void };

/** Shows a metric whose definition is that of the project's saved metric. */
export function LinkedMetric({ id, metric, onUse }: Props) {
  const project = useProject();
  const query = useQuery(savedMetricsQuery(project.id));
  const saved = query.data?.find((one) => one.id === id);
  const unlink = () => onUse(unlinked(saved === undefined ? metric : linkedTo(metric, saved)));
  return (
    <div className={classes.linked}>
      <span>
        {saved !== undefined && <b>{text.linked(saved.name, saved.experiments.length)}</b>}
        {saved === undefined && (query.data === undefined ? text.loading : text.gone)}{' '}
        {saved !== undefined && <span className={looks.muted}>{metricWords(saved.filters)}</span>}
      </span>
      <Button variant="default" size="compact-sm" leftSection={<Icon of={IconUnlink} />} onClick={unlink}>
        {text.unlink}
      </Button>
    </div>
  );
}
