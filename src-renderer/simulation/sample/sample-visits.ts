import { dayMs } from '#server/core/text/time-contract.ts';
import { generator } from '../simulate-plan.ts';
import type { SampleExperiment } from './sample-experiments.ts';
import type { SampleEvent } from './sample-shop.ts';

/** Who reaches the goal does so within this time. */
const VISIT_MS = 3 * 3_600_000;

/** Visitors from here on are new to the shop. */
const firstNew = 460;

/** Returns the visitors of an experiment, from the first up to the one after the last. */
export function visitorsOf({ visitors, areNew }: SampleExperiment): { first: number; end: number } {
  const first = areNew === true ? firstNew : 0;
  return { first, end: first + visitors };
}

export const visitorId = (index: number) => `visitor-${String(index + 1).padStart(3, '0')}`;

/**
 * Returns what a visitor does in an experiment, given the variant that the server served: sees it, takes the first step, and
 * reaches the goal or not. Chance depends on the experiment and the visitor alone.
 */
export function experimentVisit(
  experiment: SampleExperiment,
  stream: number,
  visitor: number,
  value: string | boolean,
  now: number,
): SampleEvent[] {
  const { key, run, first, goal, shares, also, loses } = experiment;
  const visitors = visitorsOf(experiment);
  const isIn = visitor >= visitors.first && visitor < visitors.end;
  if (run === null || !isIn || typeof value !== 'string') return [];
  const random = generator(stream + 1, visitor);
  const [from, to] = [now - run.start * dayMs, now - (run.end ?? 0) * dayMs - VISIT_MS];
  const at = from + random() * (to - from);
  const chance = random();
  const isLost = random() < (loses?.variant === value ? loses.share : 0);
  if (isLost) return [];
  const event = (name: string, time: number, properties: Record<string, unknown>): SampleEvent => ({
    event: name,
    distinct_id: visitorId(visitor),
    timestamp: new Date(Math.round(time)).toISOString(),
    properties: { ...properties, [`$feature/${key}`]: value, $lib: 'web' },
  });
  const seen = event('$feature_flag_called', at, { $feature_flag: key, $feature_flag_response: value });
  const started = event(first, at + 20_000, {});
  const other = also === undefined || random() >= (also.shares[value] ?? 0) ? [] : [event(also.event, at + 40_000, {})];
  if (chance >= (shares[value] ?? 0)) return [seen, started, ...other];
  return [
    seen,
    started,
    ...other,
    event(goal, at + 60_000 + random() * (VISIT_MS - 60_000), { total: 20 + (visitor % 60) }),
  ];
}
