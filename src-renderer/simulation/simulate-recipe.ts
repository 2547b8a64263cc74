import { type Action, propertyFilters, type Step } from '#server/actions/contract.ts';
import type { JsonObject } from '#server/core/contract.ts';
import { dayMs } from '#server/core/text/time-contract.ts';
import { metricKind } from '#server/experiments/metrics/kind-contract.ts';
import {
  defaultWindowDays,
  type MetricFilters,
  metricFilters,
  metricKindOf,
} from '#server/experiments/metrics/metric-contract.ts';
import { operatorTraits, type PropertyFilter } from '#server/properties/contract.ts';
import { metricKinds } from '../metrics/metric-kind-words.ts';
import { isSimulated, type SimulatedKind } from './simulated-kinds.ts';
import { simulationWords } from './words.ts';

const { counted, problems } = simulationWords;

/** The parts of an action that its events depend on. */
export type RecipeAction = Pick<Action, 'id' | 'name' | 'deleted' | 'steps'>;

/** What a simulated user sends to do one step of a metric. `label` is the step in words. */
export type EventRecipe = { event: string; properties: JsonObject; label: string };

/** A metric as events to send: a funnel's steps in order, or the events of a trend, any of which counts. */
export type MetricRecipe = {
  kind: SimulatedKind;
  /** From the exposure, milliseconds. */
  windowMs: number;
  steps: EventRecipe[];
  /** Of the events: what the metric sums. */
  property?: string;
  /** What each person has to be for the metric to count. */
  personProperties: JsonObject;
};

/** Thrown when a simulation is impossible; the message says why, and what to change. */
export class CannotSimulate extends Error {}

const simulatedLabels = metricKind.options.filter(isSimulated).map((kind) => metricKinds[kind].label);

const exposureEvent = '$feature_flag_called';

/**
 * Finds events that the metric counts, from its filters and the actions that they name. Throws CannotSimulate where none can be
 * found without guessing, or where the exposure itself would count, so that no rate could be chosen.
 */
export function recipeOf(filters: unknown, actions: RecipeAction[]): MetricRecipe {
  const parsed = metricFilters.safeParse(filters);
  if (!parsed.success) throw new CannotSimulate(problems.unreadable);
  const metric = parsed.data;
  const entries = entriesOf(metric, actions).map((entry) => ({
    ...entry,
    filters: [...entry.filters, ...(metric.properties ?? [])],
  }));
  if (entries.length === 0) throw new CannotSimulate(problems.noMetric);
  const kind = metricKindOf(metric);
  if (!isSimulated(kind)) throw new CannotSimulate(problems.kind(metricKinds[kind].label, simulatedLabels));
  const days = kind === 'conversion' ? metric.funnel_window_days : metric.benchtop?.window_days;
  const property = kind === 'mean_property' ? metric.benchtop?.property : null;
  if (entries.some(({ filters }) => filters.some((filter) => !isOfPerson(filter) && filter.key === property))) {
    throw new CannotSimulate(problems.filtersBySum(String(property)));
  }
  return {
    kind,
    ...(property != null && { property }),
    windowMs: (days ?? defaultWindowDays) * dayMs,
    steps: entries.map(({ label, event, known, filters }) => {
      const own = filters.filter((filter) => !isOfPerson(filter));
      return { label, event: event ?? nameForAny(own), properties: valuesFor(own, known, label) };
    }),
    personProperties: valuesFor(
      entries.flatMap(({ filters }) => filters.filter(isOfPerson)),
      {},
      counted.person,
    ),
  };
}

type Filter = Pick<PropertyFilter, 'key' | 'value' | 'operator' | 'type'>;
/** `known`: properties that the event has by what it is. */
type Entry = { label: string; event: string | null; filters: Filter[]; known: JsonObject };

/** Returns the entries in the order of a funnel: by `order`, else events before actions, as they stand. */
function entriesOf(metric: MetricFilters, actions: RecipeAction[]): Entry[] {
  const events = (metric.events ?? []).map((entry) => ({ order: entry.order, make: () => eventEntry(entry) }));
  const named = (metric.actions ?? []).map(({ id, order, properties }) => ({
    order,
    make: () => actionEntry(Number(id), properties ?? [], actions),
  }));
  return [...events, ...named]
    .map((entry, index) => ({ ...entry, order: entry.order ?? index }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ make }) => make());
}

function eventEntry({ id, properties }: NonNullable<MetricFilters['events']>[number]): Entry {
  const event = id ?? null;
  if (event === exposureEvent) throw new CannotSimulate(problems.countsExposure(exposureEvent));
  return { label: event ?? counted.anyEvent, event, filters: properties ?? [], known: {} };
}

/** Returns the action's first step that events can be created for; the others only must not match the exposure. */
function actionEntry(id: number, filters: Filter[], actions: RecipeAction[]): Entry {
  const action = actions.find((one) => one.id === id);
  if (action === undefined || action.deleted) throw new CannotSimulate(problems.actionDeleted(id));
  const label = counted.action(action.name);
  if (action.steps.some((step) => step.event === exposureEvent || isForAny(step))) {
    throw new CannotSimulate(problems.matchesExposure(label, exposureEvent));
  }
  const step = action.steps.find((one) => !given(one.selector) && !(given(one.url) && one.url_matching === 'regex'));
  if (step === undefined) {
    throw new CannotSimulate(action.steps.length === 0 ? problems.noSteps(label) : problems.noEvent(label));
  }
  return {
    label,
    event: nameOf(step),
    filters: [...propertyFilters(step.properties), ...filters],
    known: lookOf(step),
  };
}

const given = (text: string | null): text is string => text !== null && text !== '';
const isOnElement = ({ text, href, tag_name: tag }: Step) => given(text) || given(href) || given(tag);
const isForAny = (step: Step) =>
  ![step.event, step.url, step.selector].some(given) &&
  !isOnElement(step) &&
  propertyFilters(step.properties).every(matchesExposure);

function nameOf(step: Step): string | null {
  if (given(step.event)) return step.event;
  if (isOnElement(step)) return '$autocapture';
  return given(step.url) ? '$pageview' : null;
}

/** Returns the address and the element that the step requires. */
function lookOf(step: Step): JsonObject {
  const { url, url_matching: matching, text, href, tag_name: tag } = step;
  const look: JsonObject = {};
  if (given(url))
    look.$current_url = matching === 'exact' || /^https?:/.test(url) ? url : joined('https://app.example', url);
  if (isOnElement(step)) {
    look.$elements = [
      {
        tag_name: given(tag) ? tag : 'a',
        ...(given(text) && { $el_text: text }),
        ...(given(href) && { attr__href: href }),
      },
    ];
  }
  return look;
}

const joined = (origin: string, path: string) => (path.startsWith('/') ? origin + path : `${origin}/${path}`);

const isOfPerson = ({ type }: Filter) => type === 'person';
/** Returns whether an exposure meets it as well, which has no properties but the flag's. */
const matchesExposure = (filter: Filter) => isOfPerson(filter) || operatorTraits[filter.operator].negates;

/** Returns a name for an event that may have any: only a property can then tell it from the exposure. */
function nameForAny(filters: Filter[]): string {
  if (filters.every(matchesExposure)) throw new CannotSimulate(problems.countsAnyEvent);
  return 'simulated event';
}

/** Properties that meet all the conditions, beside those `known`. Throws CannotSimulate where none can be created. */
function valuesFor(filters: Filter[], known: JsonObject, of: string): JsonObject {
  const properties = { ...known };
  for (const filter of filters) {
    const value = candidate(filter);
    if (value !== undefined && !(filter.key in properties)) properties[filter.key] = value;
  }
  const failed = filters.find((filter) => !holds(filter, properties[filter.key]));
  if (failed === undefined) return properties;
  throw new CannotSimulate(problems.noValue(failed.key, failed.operator, of));
}

/** Returns a value that meets the condition; undefined where none is needed, or none can be created for its kind. */
function candidate({ operator, value }: Filter): unknown {
  const wanted = Array.isArray(value) ? value[0] : value;
  if (operator === 'exact' || operator === 'icontains') return wanted;
  if (operator === 'is_set') return 'simulated';
  if (operator === 'gt') return Number(wanted) + 1;
  if (operator === 'lt') return Number(wanted) - 1;
  return operator === 'gte' || operator === 'lte' ? Number(wanted) : undefined;
}

/** Reports whether it holds by the server's rules; false for rules that `candidate` does not cover. */
function holds({ operator, value }: Filter, actual: unknown): boolean {
  const isThere = actual !== undefined;
  const texts = (Array.isArray(value) ? value : [value]).map((one) => String(one).toLowerCase());
  const text = String(actual).toLowerCase();
  const checks: Partial<Record<Filter['operator'], () => boolean>> = {
    exact: () => isThere && texts.includes(text),
    is_not: () => !isThere || !texts.includes(text),
    is_set: () => isThere,
    is_not_set: () => !isThere,
    icontains: () => isThere && text.includes(texts[0] ?? ''),
    not_icontains: () => !isThere || !text.includes(texts[0] ?? ''),
    not_regex: () => !isThere,
    gt: () => isThere && Number(actual) > Number(value),
    gte: () => isThere && Number(actual) >= Number(value),
    lt: () => isThere && Number(actual) < Number(value),
    lte: () => isThere && Number(actual) <= Number(value),
  };
  return checks[operator]?.() ?? false;
}
