import type { Database } from '../../database/open.ts';
import { nameIdReader } from '../../events/list.ts';
import { InvalidFilterError } from '../../properties/compile-value.ts';
import type { PropertyFilter } from '../../properties/contract.ts';
import type { Direction } from '../../statistics/contract.ts';
import { conditionRule } from '../exclusions/condition-rule.ts';
import type { ExclusionRule } from '../exclusions/known-matches.ts';
import { capShare } from '../results/rules-contract.ts';
import { readDefinition } from '../saved-metrics/saved-definition.ts';
import { kindTraits, type MetricKind } from './kind-contract.ts';
import { defaultWindowDays, type MetricFilters, metricFilters, metricKindOf } from './metric-contract.ts';
import { directionOf } from './options-contract.ts';
import type { Source } from './rows/row-cache.ts';
import { neededProperties, unseenProperties } from './unseen-properties.ts';
import type { MetricWarning } from './warning-contract.ts';

/** One entry of a metric: the source of its events, and the conditions on each and on its person. */
export type MetricEntry = {
  kind: 'event' | 'action';
  id: string | number | null;
  name: string;
  sources: Source[];
  rules: ExclusionRule[];
};

/**
 * `minimumEffect`: percent. `windowDays`: since the exposure; null up to the end of the run. `property`: null where events are
 * counted. `guardrailMargin`: percent, null unless it is a guardrail. `warnings` name parts that match nothing or are not used,
 * and why.
 */
export type Metric = {
  kind: MetricKind;
  direction: Direction;
  minimumEffect: number | null;
  windowDays: number | null;
  returnDays: [from: number, to: number] | null;
  property: string | null;
  capShare: number | null;
  guardrailMargin: number | null;
  entries: MetricEntry[];
  denominator: { entries: MetricEntry[]; property: string | null } | null;
  warnings: MetricWarning[];
};

type Given = { kind: 'event' | 'action'; id: string | number | null; name: string | null; order: number; own: Filters };
type Filters = PropertyFilter[] | null | undefined;
type ActionRow = { name: string; deleted: number; calculation_id: number; finished_at: number | null };

/**
 * Reads a metric out of the filters as they are stored. `now`: milliseconds UTC, for dates such as "-7d". `definedAt`: the time
 * whose definition of a saved metric counts.
 */
export function readMetric(
  database: Database,
  projectId: number,
  given: unknown,
  now: number,
  definedAt = now,
): Metric {
  const { filters, warning } = readDefinition(database, projectId, given, definedAt);
  const parsed = metricFilters.safeParse(filters ?? {});
  const known: MetricFilters = parsed.data ?? {};
  const warnings: MetricWarning[] = [];
  if (!parsed.success) {
    const detail = 'The metric cannot be read. Choose it again in Setup.';
    warnings.push({ code: 'unreadable', subject: '', detail });
  }
  if (warning !== undefined) warnings.push(warning);
  const find = { event: eventSources(database, projectId), action: actionSources(database, projectId) };
  const entriesOf = (counted: Counted, summed?: string | null) =>
    inOrder(counted).map(({ kind, id, name, own }): MetricEntry => {
      const found = find[kind](id, warnings);
      const title = found.name ?? name ?? String(id);
      const conditions = [...(counted.properties ?? []), ...(own ?? [])];
      const rules = rulesOf(conditions, title, now, warnings);
      const [source] = found.sources;
      if (kind === 'event' && id !== null && source !== undefined) {
        const needed = [...neededProperties(conditions), ...(summed ? [summed] : [])];
        warnings.push(...unseenProperties(database, { id: source.key, name: title }, needed));
      }
      return { kind, id, name: title, sources: rules === null ? [] : found.sources, rules: rules ?? [] };
    });
  const kind = metricKindOf(known);
  const { minimum_effect, window_days, return_days, property, cap_share, denominator } = known.benchtop ?? {};
  const takes: readonly string[] = kindTraits[kind].takes;
  const isOrdered = kind === 'conversion';
  if (!isOrdered && known.funnel_window_days) {
    const detail = '`funnel_window_days` is not used: only a funnel has it.';
    warnings.push({ code: 'unused_window', subject: 'funnel_window_days', detail });
  }
  return {
    kind,
    direction: directionOf(known),
    minimumEffect: minimum_effect ?? null,
    windowDays: isOrdered ? (known.funnel_window_days ?? defaultWindowDays) : (window_days ?? null),
    returnDays: return_days ?? null,
    property: property ?? null,
    capShare: takes.includes('cap_share') ? (cap_share ?? capShare) : null,
    guardrailMargin: known.benchtop?.guardrail?.margin ?? null,
    entries: entriesOf(known, property),
    denominator: denominator
      ? { entries: entriesOf(denominator, denominator.property), property: denominator.property ?? null }
      : null,
    warnings,
  };
}

type Counted = Pick<MetricFilters, 'events' | 'actions' | 'properties'>;

/** Sorts by `order`; entries without one keep their place, events before actions. */
function inOrder({ events, actions }: Counted): Given[] {
  const given = [
    ...(events ?? []).map((event) => ({ ...event, kind: 'event' as const, id: event.id ?? null })),
    ...(actions ?? []).map((action) => ({ ...action, kind: 'action' as const, id: Number(action.id) })),
  ];
  return given
    .map(({ kind, id, name, order, properties }, index) => ({
      kind,
      id,
      name: name || null,
      own: properties,
      order: order ?? index,
    }))
    .sort((one, other) => one.order - other.order);
}

const owners = ['event', 'person'] as const;

/** Compiles conditions; null if one is invalid, to count nothing rather than too much. */
function rulesOf(
  filters: PropertyFilter[],
  title: string,
  now: number,
  warnings: MetricWarning[],
): ExclusionRule[] | null {
  try {
    return owners.flatMap((owner) => {
      const own = filters.filter(({ type = 'event' }) => type === owner);
      return own.length === 0 ? [] : [conditionRule(owner, own, now)];
    });
  } catch (error) {
    if (!(error instanceof InvalidFilterError)) throw error;
    const detail = `A condition of "${title}" cannot be used, so it counts nothing. ${error.message}`;
    warnings.push({ code: 'invalid_condition', subject: title, detail });
    return null;
  }
}

type Found = { name: string | null; sources: Source[] };

function eventSources(database: Database, projectId: number) {
  const idOf = nameIdReader(database);
  const all = database.prepare<[number], number>('SELECT id FROM event_names WHERE project_id = ?').pluck();
  return (id: string | number | null, warnings: MetricWarning[]): Found => {
    const ofName = (key: number): Source => ({ table: 'events', key });
    if (id === null) return { name: 'Any event', sources: all.all(projectId).map(ofName) };
    const key = idOf(projectId, String(id));
    if (key === undefined) {
      const detail = `No event named "${id}" has arrived yet.`;
      warnings.push({ code: 'unseen_event', subject: String(id), detail });
    }
    return { name: String(id), sources: key === undefined ? [] : [ofName(key)] };
  };
}

function actionSources(database: Database, projectId: number) {
  const read = database.prepare<[number, number], ActionRow>(
    `SELECT a.name, a.deleted, a.calculation_id, c.finished_at
     FROM actions a JOIN action_calculations c ON c.id = a.calculation_id WHERE a.project_id = ? AND a.id = ?`,
  );
  return (id: string | number | null, warnings: MetricWarning[]): Found => {
    const action = read.get(projectId, Number(id));
    if (action === undefined) {
      const detail = `Action ${id} no longer exists, so it counts nothing. Choose another one in Setup.`;
      warnings.push({ code: 'unknown_action', subject: String(id), detail });
      return { name: null, sources: [] };
    }
    const { name } = action;
    // Matches of a deleted action are not updated.
    if (action.deleted === 1) {
      const detail = `The action "${name}" is deleted, so it counts nothing. Restore it, or choose another one.`;
      warnings.push({ code: 'deleted_action', subject: name, detail });
      return { name, sources: [] };
    }
    if (action.finished_at === null) {
      const detail = `The action "${name}" is still being matched with stored events: its numbers will rise.`;
      warnings.push({ code: 'action_matching', subject: name, detail });
    }
    return { name, sources: [{ table: 'action_matches', key: action.calculation_id }] };
  };
}
