import { kindTraits } from '#server/experiments/metrics/kind-contract.ts';
import { maxReturnDay } from '#server/experiments/metrics/options-contract.ts';
import { PropertyNameField } from '../../../properties/property-name-field.tsx';
import { useField } from '../../../ui/form/field-errors.ts';
import { Choice } from '../../../ui/form/fields/choice.tsx';
import { DefaultNumber } from '../../../ui/form/fields/default-number.tsx';
import type { CountedDraft } from './entry-draft.ts';
import classes from './metric-card.module.css';
import type { MetricDraft } from './metric-draft.ts';
import { MetricEntries } from './metric-entries.tsx';
import { FiltersOfAll } from './metric-filters.tsx';
import type { DenominatorDraft } from './options-draft.ts';
import { words } from './words.ts';

/** The part of a metric's form; `of` names the metric, and `path` is the server's name of its filters. */
export type MetricPartProps = {
  metric: MetricDraft;
  of: string;
  path: string;
  onSet: (part: Partial<MetricDraft>) => void;
};

/** Edits what a metric measures, by its kind: the events, the property, the denominator, the days. */
export function MetricMeasure({ metric, of, path, onSet }: MetricPartProps) {
  const { kind } = metric;
  const takes: readonly string[] = kindTraits[kind].takes;
  const isRatio = takes.includes('denominator');
  const numerator = isRatio ? words.ratio.numeratorOf(of) : of;
  const entries = (
    <MetricEntries
      counted={metric}
      kind={kind}
      of={numerator}
      path={path}
      onEntries={(changed) => onSet({ entries: changed })}
    />
  );
  if (!takes.includes('property')) {
    return (
      <>
        {entries}
        {takes.includes('return_days') && <ReturnDays metric={metric} of={of} path={path} onSet={onSet} />}
      </>
    );
  }
  return (
    <>
      <Total
        counted={metric}
        of={numerator}
        isRatio={isRatio}
        before={isRatio ? words.ratio.numerator : null}
        path={`${path}__benchtop__property`}
        property={metric.property}
        onProperty={(property) => onSet({ property })}
      />
      {entries}
      {isRatio && <Denominator metric={metric} of={of} path={path} onSet={onSet} />}
    </>
  );
}

type TotalProps = {
  counted: CountedDraft;
  of: string;
  path: string;
  /** Whether events can be counted instead. */
  isRatio: boolean;
  before: string | null;
  property: DenominatorDraft['property'];
  onProperty: (property: DenominatorDraft['property']) => void;
};

/** Edits whether events are counted or one of their properties is summed. */
function Total({ counted, of, path, isRatio, before, property, onProperty }: TotalProps) {
  const [entry, ...others] = counted.entries;
  const event = others.length === 0 && entry?.of === 'event' && entry.target !== '' ? entry.target : null;
  return (
    <div className={classes.line}>
      {before !== null && <b>{before}</b>}
      {isRatio ? (
        <Choice
          w={112}
          aria-label={words.total.of(of)}
          names={words.total.options}
          value={property === null ? 'events' : 'property'}
          onChange={(chosen) => onProperty(chosen === 'property' ? '' : null)}
        />
      ) : (
        words.total.options.property
      )}
      {(!isRatio || property !== null) && (
        <PropertyNameField
          width={200}
          label={words.total.propertyOf(of)}
          path={path}
          owner={{ kind: 'event', event }}
          value={property ?? ''}
          autoFocus={isRatio && property === ''}
          onChange={onProperty}
        />
      )}
      {(!isRatio || property !== null) && words.total.after}
    </div>
  );
}

function Denominator({ metric, of: metricName, path: metricPath, onSet }: MetricPartProps) {
  const { denominator, kind } = metric;
  const of = words.ratio.denominatorOf(metricName);
  const path = `${metricPath}__benchtop__denominator`;
  const { error } = useField(path);
  const set = (part: Partial<DenominatorDraft>) => onSet({ denominator: { ...denominator, ...part } });
  return (
    <>
      <Total
        counted={denominator}
        of={of}
        isRatio
        before={words.ratio.denominator}
        path={`${path}__property`}
        property={denominator.property}
        onProperty={(property) => set({ property })}
      />
      <MetricEntries counted={denominator} kind={kind} of={of} path={path} onEntries={(entries) => set({ entries })} />
      {error !== undefined && <p className={classes.problem}>{error}</p>}
      <FiltersOfAll counted={denominator} of={of} path={path} onSet={set} />
    </>
  );
}

function ReturnDays({ metric: { returnDays }, of, path, onSet }: MetricPartProps) {
  const { error, onBlur } = useField(`${path}__benchtop__return_days`);
  const [first, last] = returnDays;
  const dayField = (label: string, value: number, daysOf: (day: number) => MetricDraft['returnDays']) => (
    <DefaultNumber
      w={56}
      min={1}
      max={maxReturnDay}
      allowDecimal={false}
      error={error !== undefined}
      onBlur={onBlur}
      aria-label={label}
      value={value}
      fallback={value}
      onChange={(day) => onSet({ returnDays: daysOf(day ?? value) })}
    />
  );
  return (
    <div className={classes.line}>
      <span className={classes.setting}>
        {words.returns.before}
        {dayField(words.returns.firstOf(of), first, (day) => [day, last])}
        {words.returns.to}
        {dayField(words.returns.lastOf(of), last, (day) => [first, day])}
        {words.returns.after}
      </span>
      {error !== undefined && <span className={classes.problem}>{error}</span>}
    </div>
  );
}
