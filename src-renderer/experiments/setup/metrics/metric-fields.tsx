import { SegmentedControl } from '@mantine/core';
import { metricKind } from '#server/experiments/metrics/kind-contract.ts';
import { metricKinds } from '../../../metrics/metric-kind-words.ts';
import looks from '../../../ui/text.module.css';
import classes from './metric-card.module.css';
import { type MetricDraft, withKind } from './metric-draft.ts';
import { FiltersOfAll } from './metric-filters.tsx';
import { MetricMeasure } from './metric-measure.tsx';
import { MetricSettings } from './metric-settings.tsx';
import { words } from './words.ts';

const kinds = metricKind.options.map((value) => ({ value, label: metricKinds[value].label }));

type Props = {
  metric: MetricDraft;
  of: string;
  path: string;
  onChange: (change: (metric: MetricDraft) => MetricDraft) => void;
};

/** Edits the definition of a metric. */
export function MetricFields({ metric, of, path, onChange }: Props) {
  const set = (part: Partial<MetricDraft>) => onChange((current) => ({ ...current, ...part }));
  return (
    <>
      <div className={classes.line}>
        <SegmentedControl
          size="xs"
          aria-label={words.kindOf(of)}
          data={kinds}
          value={metric.kind}
          onChange={(kind) => onChange((current) => withKind(current, kind))}
        />
      </div>
      <p className={looks.note}>{metricKinds[metric.kind].hint}</p>
      <MetricMeasure metric={metric} of={of} path={path} onSet={set} />
      <FiltersOfAll counted={metric} of={of} path={path} onSet={set} />
      <MetricSettings metric={metric} of={of} path={path} onSet={set} />
    </>
  );
}
