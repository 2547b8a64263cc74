import { TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type ReactNode, useContext, useMemo } from 'react';
import { maxName } from '#server/core/contract.ts';
import { savedMetricOf } from '#server/experiments/saved-metrics/saved-metric-contract.ts';
import { IconAction } from '../../../ui/feedback/icon-action.tsx';
import { FieldErrorsContext, useField } from '../../../ui/form/field-errors.ts';
import { capitalized } from '../../../ui/format.ts';
import looks from '../../../ui/text.module.css';
import { LinkedMetric } from '../../saved-metrics/linked-metric.tsx';
import { ReuseMenu } from '../../saved-metrics/reuse-menu.tsx';
import { type EntryDraft, withTarget } from './entry-draft.ts';
import { GuardrailField } from './guardrail-field.tsx';
import classes from './metric-card.module.css';
import type { MetricDraft, NamedMetricDraft } from './metric-draft.ts';
import { MetricFields } from './metric-fields.tsx';
import { MetricFigures } from './metric-figures.tsx';
import { type MetricBaseline, useMetricBaseline } from './use-metric-baseline.ts';
import { words } from './words.ts';

/** `isOver`: whether the experiment has ended; what people did lately then says nothing of it. */
type Shared = { isOver: boolean };
type Changes = Shared & { onChange: (change: (metric: MetricDraft) => MetricDraft) => void };

/** Edits the metric that decides. */
export function PrimaryMetric({
  metric,
  measured,
  isOver,
  onChange,
}: Changes & { metric: MetricDraft; measured: MetricBaseline }) {
  return (
    <MetricCard
      metric={metric}
      of={words.ofPrimary}
      path="filters"
      measured={measured}
      name=""
      isOver={isOver}
      onChange={onChange}
    >
      <h3 className={classes.title}>{words.primary}</h3>
      <span className={looks.muted}>{words.primaryHint}</span>
    </MetricCard>
  );
}

type SecondaryProps = Shared & {
  metric: NamedMetricDraft;
  /** From 0, on screen. */
  index: number;
  /** The server's name of the metric, without its filters. */
  path: string;
  isShown: boolean;
  onChange: (change: (metric: NamedMetricDraft) => NamedMetricDraft) => void;
  onRemove: () => void;
};

/** Edits a secondary metric and its name. */
export function SecondaryMetric({ metric, index, path, isShown, isOver, onChange, onRemove }: SecondaryProps) {
  const measured = useMetricBaseline(metric, `${path}__filters`, isShown);
  const shown = useContext(FieldErrorsContext);
  const all = useMemo(
    () => ({ ...shown, serverErrors: { ...measured.serverErrors, ...shown.serverErrors } }),
    [shown, measured.serverErrors],
  );
  const { error, onBlur } = useField(`${path}__name`);
  const of = words.ofSecondary(index);
  return (
    <FieldErrorsContext value={all}>
      <MetricCard
        metric={metric}
        of={of}
        path={`${path}__filters`}
        measured={measured}
        isOver={isOver}
        onChange={(change) => onChange((current) => ({ ...current, ...change(current) }))}
        name={metric.name}
        onName={(name) => onChange((current) => ({ ...current, name: current.name || name }))}
      >
        <TextInput
          className={classes.name}
          aria-label={words.nameOf(of)}
          placeholder={words.nameOf(of)}
          maxLength={maxName}
          // it was just added
          autoFocus={metric.outer === null && metric.name === ''}
          value={metric.name}
          error={error}
          onBlur={onBlur}
          onChange={(event) => {
            const name = event.currentTarget.value;
            onChange((current) => ({ ...current, name }));
          }}
        />
        <GuardrailField
          metric={metric}
          of={of}
          path={`${path}__filters`}
          onMargin={(guardrailMargin) => onChange((current) => ({ ...current, guardrailMargin }))}
        />
        <IconAction icon={IconTrash} label={words.removeOf(of)} onClick={onRemove} />
      </MetricCard>
    </FieldErrorsContext>
  );
}

type CardProps = Changes & {
  metric: MetricDraft;
  of: string;
  path: string;
  measured: MetricBaseline;
  /** What a saved metric would be called. */
  name: string;
  onName?: (name: string) => void;
  /** Its heading. */
  children: ReactNode;
};

function MetricCard({ metric, name, of, path, measured, isOver, onChange, onName, children }: CardProps) {
  const savedId = savedMetricOf(metric.given);
  const takeName = (entry: EntryDraft, target: string) =>
    onChange((current) => ({
      ...current,
      entries: current.entries.map((one) => (one.id === entry.id ? withTarget(one, 'event', target) : one)),
    }));
  const use = (next: MetricDraft, saved?: string) => {
    onChange(({ id }) => ({ ...next, id }));
    if (saved !== undefined) onName?.(saved);
  };
  return (
    <article className={classes.card} aria-label={capitalized(of)}>
      <header className={classes.header}>
        {children}
        <ReuseMenu metric={metric} name={name} of={of} onUse={use} />
      </header>
      {savedId === null ? (
        <MetricFields metric={metric} of={of} path={path} onChange={onChange} />
      ) : (
        <LinkedMetric id={savedId} metric={metric} onUse={use} />
      )}
      {!isOver && <MetricFigures metric={metric} measured={measured} onTarget={takeName} />}
    </article>
  );
}
