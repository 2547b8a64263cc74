import { Button, Menu, NumberInput, SegmentedControl, Select, TextInput } from '@mantine/core';
import { IconFilter, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useContext, useMemo } from 'react';
import { defaultWindowDays, type Insight, maxName } from '#server/experiments/contract.ts';
import type { Direction } from '#server/statistics/contract.ts';
import { newProperty, type PropertyRow } from '../../../actions/editor/action-form.ts';
import { IconAction } from '../../../ui/feedback/icon-action.tsx';
import { FieldErrorsContext, useField } from '../../../ui/form/field-errors.ts';
import { Icon } from '../../../ui/icon.tsx';
import classes from './metric-card.module.css';
import { type EntryDraft, type MetricDraft, type NamedMetricDraft, withTarget } from './metric-draft.ts';
import { MetricEntries, PropertyRows } from './metric-entries.tsx';
import { MetricFigures } from './metric-figures.tsx';
import { type MetricBaseline, useMetricBaseline } from './use-metric-baseline.ts';

type Changes = { onChange: (change: (metric: MetricDraft) => MetricDraft) => void };

/** The metric that decides. */
export function PrimaryMetric({
  metric,
  measured,
  onChange,
}: Changes & { metric: MetricDraft; measured: MetricBaseline }) {
  return (
    <MetricCard metric={metric} of="the primary metric" path="filters" measured={measured} onChange={onChange}>
      <h3 className={classes.title}>Primary metric</h3>
      <span className={classes.dim}>It decides. Choose the one thing that the change is for.</span>
    </MetricCard>
  );
}

type SecondaryProps = {
  metric: NamedMetricDraft;
  /** From 0, on screen. */
  index: number;
  /** The server's name of the metric, without its filters. */
  path: string;
  isShown: boolean;
  onChange: (change: (metric: NamedMetricDraft) => NamedMetricDraft) => void;
  onRemove: () => void;
};

/** A metric beside it, with a name of its own. */
export function SecondaryMetric({ metric, index, path, isShown, onChange, onRemove }: SecondaryProps) {
  const measured = useMetricBaseline(metric, `${path}__filters`, isShown);
  const shown = useContext(FieldErrorsContext);
  const all = useMemo(
    () => ({ ...shown, serverErrors: { ...measured.serverErrors, ...shown.serverErrors } }),
    [shown, measured.serverErrors],
  );
  const { error, onBlur } = useField(`${path}__name`);
  const of = `secondary metric ${index + 1}`;
  return (
    <FieldErrorsContext value={all}>
      <MetricCard
        metric={metric}
        of={of}
        path={`${path}__filters`}
        measured={measured}
        onChange={(change) => onChange((current) => ({ ...current, ...change(current) }))}
      >
        <TextInput
          className={classes.name}
          aria-label={`Name of ${of}`}
          placeholder={`Name of ${of}`}
          maxLength={maxName}
          // it has just been asked for
          autoFocus={metric.outer === null && metric.name === ''}
          value={metric.name}
          error={error}
          onBlur={onBlur}
          onChange={(event) => {
            const name = event.currentTarget.value;
            onChange((current) => ({ ...current, name }));
          }}
        />
        <IconAction icon={IconTrash} label={`Remove ${of}`} onClick={onRemove} />
      </MetricCard>
    </FieldErrorsContext>
  );
}

type CardProps = Changes & {
  metric: MetricDraft;
  of: string;
  path: string;
  measured: MetricBaseline;
  /** Its heading. */
  children: ReactNode;
};

const kinds: { value: Insight; label: string }[] = [
  { value: 'FUNNELS', label: 'Conversion' },
  { value: 'TRENDS', label: 'Count' },
];

const kindHints: Record<Insight, string> = {
  FUNNELS: 'The share of people who come to the last step, in this order.',
  TRENDS: 'Events per person: all that match one of these, each once.',
};

function MetricCard({ metric, of, path, measured, onChange, children }: CardProps) {
  const set = (part: Partial<MetricDraft>) => onChange((current) => ({ ...current, ...part }));
  const setEntries = (entries: EntryDraft[]) => set({ entries });
  const takeName = (entry: EntryDraft, target: string) =>
    onChange((current) => ({
      ...current,
      entries: current.entries.map((one) => (one.id === entry.id ? withTarget(one, 'event', target) : one)),
    }));
  return (
    <article className={classes.card} aria-label={capital(of)}>
      <header className={classes.header}>{children}</header>
      <div className={classes.line}>
        <SegmentedControl
          size="xs"
          aria-label={`Kind of ${of}`}
          data={kinds}
          value={metric.kind}
          onChange={(kind) => set({ kind: kind as Insight })}
        />
        <span className={classes.dim}>{kindHints[metric.kind]}</span>
      </div>
      <MetricEntries metric={metric} of={of} path={path} onEntries={setEntries} />
      <PropertyRows
        rows={metric.properties}
        of={`all of ${of}`}
        path={path}
        event={null}
        onRows={(properties) => set({ properties })}
      />
      <Settings metric={metric} of={of} path={path} onSet={set} />
      <MetricFigures metric={metric} measured={measured} onTarget={takeName} />
    </article>
  );
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const directions: { value: Direction; label: string }[] = [
  { value: 'increase', label: 'more is better' },
  { value: 'decrease', label: 'less is better' },
];

type SettingsProps = {
  metric: MetricDraft;
  of: string;
  path: string;
  onSet: (part: Partial<MetricDraft>) => void;
};

/** How it is judged, and within which time. */
function Settings({ metric, of, path, onSet }: SettingsProps) {
  const window = useField(`${path}__funnel_window_days`);
  const filter = (whose: PropertyRow['of']) => onSet({ properties: [...metric.properties, newProperty(whose)] });
  return (
    <div className={classes.line}>
      {metric.kind === 'FUNNELS' && (
        <span className={classes.setting}>
          within
          <NumberInput
            w={64}
            hideControls
            aria-label={`Days to convert of ${of}`}
            placeholder={String(defaultWindowDays)}
            min={0}
            allowNegative={false}
            value={metric.window ?? ''}
            onChange={(days) => onSet({ window: typeof days === 'number' ? days : null })}
            {...window}
          />
          days of the first exposure
        </span>
      )}
      <Select
        w={132}
        aria-label={`Which way of ${of} is better`}
        data={directions}
        value={metric.direction}
        allowDeselect={false}
        onChange={(direction) => onSet({ direction: direction as Direction })}
      />
      <Menu position="bottom-start" returnFocus={false}>
        <Menu.Target>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<Icon of={IconFilter} />}
            aria-label={`Filter all of ${of}`}
          >
            Filter all
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => filter('event')}>Property of the event</Menu.Item>
          <Menu.Item onClick={() => filter('person')}>Property of the person</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
