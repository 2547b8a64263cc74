import { dayMs } from '../../core/text/time-contract.ts';
import { withoutAbsent } from '../../core/without-absent.ts';
import { type Entry, type History, last, type Metric, variants } from './history-testing.ts';
import type { MetricResult } from './results-contract.ts';

/** The steps of the two actions of the test, in the words of the test. */
export const actionSteps = [[{ event: 'view', properties: { n: 1 } }], [{ event: 'buy' }, { event: 'pay' }]];
const actionMatches = [
  (event: Event) => event.name === 'view' && `${event.properties.n}` === '1',
  (event: Event) => event.name === 'buy' || event.name === 'pay',
];

export type Event = { index: number; at: number; name: string; properties: Record<string, unknown>; person: Person };
export type Person = { id: number; properties: Record<string, unknown> };

/** Tests conditions one by one, by their definition. */
function holds(given: object[], { properties, person }: Event): boolean {
  return given.every((condition) => {
    const { key, operator, value } = condition as { key: string; operator?: string; value?: unknown };
    const found = key === 'plan' ? person.properties.plan : properties[key];
    if (operator === 'is_not_set') return found === undefined;
    return (found !== undefined && `${found}` === `${value}`) !== (operator === 'is_not');
  });
}

function matches({ action, id, properties }: Entry, ofAll: object[], event: Event): boolean {
  const isIt = action === null ? id === null || id === event.name : actionMatches[action]?.(event);
  return isIt === true && holds([...properties, ...ofAll], event);
}

/** Returns the furthest of all ways through the steps, and the earliest end of one that goes through all. */
function furthest(
  events: Event[],
  steps: ((event: Event) => boolean)[],
  from = 0,
  step = 0,
): { step: number; at: number } {
  if (step === steps.length) return { step, at: events[from - 1]?.at ?? 0 };
  let best = { step, at: Infinity };
  for (let index = from; index < events.length; index++) {
    if (!steps[step]?.(events[index] as Event)) continue;
    const way = furthest(events, steps, index + 1, step + 1);
    if (way.step > best.step || (way.step === best.step && way.at < best.at)) best = way;
  }
  return best;
}

type Exposed = { person: Person; variant: string; since: number; events: Event[] };

/** Returns who is exposed, person by person, with the events that count for it in the order of time. */
function exposedOf(events: Event[], { start, end, carries }: History) {
  const inRun = events.filter(({ at }) => at >= start && at <= (end ?? last + dayMs));
  const hasCalls = inRun.some(({ name }) => name === '$feature_flag_called');
  const source = hasCalls ? 'feature_flag_called' : carries ? 'feature_property' : null;
  const saidIn = ({ name, properties }: Event) =>
    hasCalls ? (name === '$feature_flag_called' ? properties.$feature_flag_response : undefined) : properties.$feature;
  const exposed: Exposed[] = [];
  let [several, others] = [0, 0];
  for (const person of new Set(inRun.map((event) => event.person))) {
    const own = inRun.filter((event) => event.person === person).sort((a, b) => a.at - b.at || a.index - b.index);
    const saw = own.filter((event) => saidIn(event) !== undefined);
    const seen = new Set(saw.map(saidIn).filter((value) => variants.includes(`${value}`)));
    if (seen.size > 1) several += 1;
    if (seen.size === 0 && saw.length > 0) others += 1;
    if (seen.size !== 1) continue;
    const [variant] = [...seen].map(String) as [string];
    const since = saw.find((event) => saidIn(event) === variant)?.at ?? 0;
    exposed.push({ person, variant, since, events: own.filter(({ at }) => at >= since) });
  }
  return { source: exposed.length + several + others === 0 && !hasCalls ? null : source, exposed, several, others };
}

function daysBetween(start: number, end: number): number[] {
  const first = Math.floor(start / dayMs);
  return Array.from({ length: Math.max(0, Math.floor(end / dayMs) - first + 1) }, (_, day) => first + day);
}

/** Returns the counted part of the result that a metric must have. */
export function expected(events: Event[], given: History, { insight, entries, windowDays, properties }: Metric) {
  const { source, exposed, several, others } = exposedOf(events, given);
  const of = (variant: string) => exposed.filter((one) => one.variant === variant);
  const perVariant = (numberOf: (some: Exposed[]) => number) =>
    Object.fromEntries(variants.map((variant) => [variant, numberOf(of(variant))]));
  const tests = entries.map((one) => (event: Event) => matches(one, properties, event));
  const wayOf = ({ since, events: own }: Exposed) =>
    furthest(
      own.filter(({ at }) => at - since <= windowDays * dayMs),
      tests,
    );
  const ways = new Map(exposed.map((one) => [one.person, wayOf(one)]));
  const stepOf = ({ person }: Exposed) => ways.get(person)?.step ?? 0;
  const stateBy = (end: number) =>
    variants.map((key) => {
      const people = of(key).filter(({ since }) => since < end);
      const counted = people.flatMap(({ events: own }) =>
        own.filter((event) => event.at < end && tests.some((test) => test(event))),
      );
      const done = people.filter((one) => stepOf(one) === tests.length && (ways.get(one.person)?.at ?? 0) < end);
      const count = insight === 'FUNNELS' ? { success_count: done.length } : { count: counted.length };
      return { key, exposures: people.length, ...(count as { success_count?: number; count?: number }) };
    });
  const end = given.end ?? last + dayMs;
  const state = stateBy(Infinity);
  const used = state.filter(({ exposures }) => exposures > 0).map(({ key }) => key);
  const hasControl = used.includes('control');
  // Without a window, or after it, nobody's outcome is open.
  const isMature = ({ since }: Exposed) => insight !== 'FUNNELS' || since + windowDays * dayMs <= end;
  const evidenceOf = ({ key, count }: (typeof state)[number]) => {
    const mature = of(key).filter(isMature);
    return { people: mature.length, count: count ?? mature.filter((one) => stepOf(one) === tests.length).length };
  };
  return {
    source,
    exposures: perVariant((some) => some.length),
    several,
    others,
    steps:
      insight === 'FUNNELS'
        ? tests.map((_, step) => perVariant((some) => some.filter((one) => isMature(one) && stepOf(one) > step).length))
        : [],
    variants: hasControl ? state.map((one) => ({ ...one, evidence: evidenceOf(one) })) : [],
    days: daysBetween(given.start, end)
      .map((day) => ({
        date: new Date(day * dayMs).toISOString().slice(0, 10),
        variants: stateBy((day + 1) * dayMs).filter(({ key }) => used.includes(key)),
      }))
      .filter((one) => hasControl && used.length > 1 && one.variants.every(({ exposures }) => exposures > 0)),
  };
}

/** Returns the counted part of an answer. */
export function counted({ exposure, steps, variants: results, days }: MetricResult) {
  type Counts = Pick<MetricResult['variants'][number], 'key' | 'exposures' | 'success_count' | 'count'>;
  const numbers = ({ key, exposures, success_count, count }: Counts) =>
    withoutAbsent({ key, exposures, success_count, count });
  return {
    source: exposure?.source,
    exposures: exposure?.by_variant,
    several: exposure?.in_several_variants,
    others: exposure?.other_values,
    steps,
    variants: results.map(({ evidence: { people, count }, ...variant }) => ({
      ...numbers(variant),
      evidence: { people, count },
    })),
    days: days.map(({ date, variants: ofDay }) => ({ date, variants: ofDay.map(numbers) })),
  };
}
