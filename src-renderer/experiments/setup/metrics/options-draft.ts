import { isJsonObject, type JsonObject } from '#server/core/contract.ts';
import {
  defaultInsight,
  insight,
  kindTraits,
  type MetricKind,
  metricKind,
} from '#server/experiments/metrics/kind-contract.ts';
import { metricKindOf } from '#server/experiments/metrics/metric-contract.ts';
import { benchtopFilters, leavesTestRunsOut } from '#server/experiments/metrics/options-contract.ts';
import type { Direction } from '#server/statistics/contract.ts';
import { type CountedDraft, changedCounted, newEntry, readCounted, withoutUndefined } from './entry-draft.ts';

/** `property`: the one that is summed, '' while none is chosen; null: events are counted. */
export type DenominatorDraft = CountedDraft & { property: string | null; given: JsonObject };

/** What stands under `benchtop` in the filters. All of it is kept while the kind changes; what the kind uses is sent. */
export type OptionsDraft = {
  /** Percent, relative; null: none. */
  minimumEffect: number | null;
  property: DenominatorDraft['property'];
  denominator: DenominatorDraft;
  /** The first and the last day after the exposure. */
  returnDays: [number, number];
  /** A share of people; null: not said, so the `capShare` of verdicts. */
  capShare: number | null;
  /** Percent; null: no guardrail. */
  guardrailMargin: number | null;
  /** Of the primary metric, for the whole experiment. */
  excludesTestRuns: boolean;
};

/** The first week, of a retention that does not say. */
const firstWeek: OptionsDraft['returnDays'] = [1, 7];

/** `window`: days, null: not said, so `defaultWindowDays` of a conversion, and up to the end of the run of the others. */
export type KindDraft = OptionsDraft & {
  kind: MetricKind;
  direction: Direction;
  window: number | null;
  given: JsonObject;
};

const { shape } = benchtopFilters;
const numberOf = (value: unknown) => (typeof value === 'number' ? value : null);
const textOf = (value: unknown) => (typeof value === 'string' ? value : null);

export const readKind = ({ insight: of, benchtop }: JsonObject): MetricKind =>
  metricKindOf({
    insight: insight.safeParse(of).data ?? defaultInsight,
    benchtop: { kind: metricKind.safeParse(isJsonObject(benchtop) && benchtop.kind).data },
  });

export function readOptions({ benchtop }: JsonObject, previous?: OptionsDraft): OptionsDraft {
  const given = isJsonObject(benchtop) ? benchtop : {};
  const counted = isJsonObject(given.denominator) ? given.denominator : {};
  const denominator = readCounted(counted, previous?.denominator);
  return {
    minimumEffect: numberOf(given.minimum_effect),
    property: textOf(given.property),
    denominator: {
      properties: denominator.properties,
      entries: denominator.entries.length === 0 ? [newEntry()] : denominator.entries,
      property: textOf(counted.property),
      given: counted,
    },
    returnDays: shape.return_days.safeParse(given.return_days).data ?? firstWeek,
    capShare: numberOf(given.cap_share),
    guardrailMargin: numberOf(Object(given.guardrail).margin),
    excludesTestRuns: leavesTestRunsOut({ benchtop }),
  };
}

/** Returns the options under `benchtop` if the card changed `before`; unknown keys stay. */
export function changedOptions(metric: KindDraft, before: KindDraft): JsonObject {
  const [options, known] = [optionsOf(metric), optionsOf(before)];
  const given = isJsonObject(metric.given.benchtop) ? metric.given.benchtop : {};
  const changed = Object.keys(options).filter((key) => JSON.stringify(options[key]) !== JSON.stringify(known[key]));
  if (metric.kind !== before.kind && !changed.includes('kind') && given.kind !== undefined) changed.push('kind');
  if (changed.length === 0) return {};
  const written = withoutUndefined({ ...given, ...Object.fromEntries(changed.map((key) => [key, options[key]])) });
  return { benchtop: Object.keys(written).length === 0 ? undefined : written };
}

const guardrailOf = ({ benchtop }: JsonObject): JsonObject => Object(Object(benchtop).guardrail);

/** Returns the options that the kind of the metric uses, undefined where the default holds. */
function optionsOf(metric: KindDraft): JsonObject {
  const { kind, denominator } = metric;
  const { insight, takes } = kindTraits[kind];
  const values = {
    window_days: metric.window ?? undefined,
    property: metric.property?.trim() || undefined,
    denominator: withoutUndefined({
      ...denominator.given,
      ...changedCounted(denominator, denominator.given),
      property: denominator.property?.trim() || undefined,
    }),
    return_days: metric.returnDays,
    cap_share: metric.capShare ?? undefined,
  };
  const taken = Object.entries(values).map(([key, value]) => [
    key,
    (takes as readonly string[]).includes(key) ? value : undefined,
  ]);
  return {
    kind: kind === metricKindOf({ insight }) ? undefined : kind,
    direction: metric.direction,
    minimum_effect: metric.minimumEffect ?? undefined,
    exclude_test_runs: metric.excludesTestRuns || undefined,
    guardrail:
      metric.guardrailMargin === null ? undefined : { ...guardrailOf(metric.given), margin: metric.guardrailMargin },
    ...Object.fromEntries(taken),
  };
}
