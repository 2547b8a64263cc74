import { dayMs } from '../../core/time.ts';
import type { Experiment } from '../contract.ts';
import type { Run } from '../metrics/days.ts';
import { lastDay, plannedDays, runDay, type Schedule } from './schedule-contract.ts';

/** Share of the planned days that the forecast may differ by. */
const tolerance = 0.2;

type Facts = {
  experiment: Pick<Experiment, 'status' | 'parameters'>;
  run: Run;
  /** Exposed so far. */
  people: number;
  /** `arriving`: days until all needed people are exposed, at the current rate; null without one. */
  health: { needed: number | null; isPlanned: boolean; arriving: number | null };
};

/** Compares the days of the plan with those in which the planned people are exposed at the current rate. */
export function scheduleOf({ experiment, run, people, health }: Facts): Schedule {
  const planned = plannedDays(experiment);
  const dayOf = experiment.status === 'complete' ? lastDay : runDay;
  const schedule = { day: dayOf(run.start, run.end), planned_days: planned };
  const { needed, isPlanned, arriving } = health;
  if (planned === null || needed === null || !isPlanned || experiment.status !== 'running') {
    return { ...schedule, pace: null };
  }
  if (people >= needed) return { ...schedule, pace: 'reached' };
  if (arriving === null) return { ...schedule, pace: null };
  const forecast = (run.end - run.start) / dayMs + arriving;
  if (forecast > planned * (1 + tolerance)) return { ...schedule, pace: 'slower' };
  return { ...schedule, pace: forecast < planned * (1 - tolerance) ? 'faster' : 'as_planned' };
}
