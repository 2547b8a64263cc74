import { dayMs } from '../../core/text/time-contract.ts';
import type { Experiment } from '../contract.ts';
import type { Run } from '../metrics/days.ts';
import { lastDay, plannedDays, plannedPeople, runDay, type Schedule } from './schedule-contract.ts';

/** Share of the planned days that the forecast may differ by. */
const tolerance = 0.2;

type Facts = {
  experiment: Pick<Experiment, 'status' | 'parameters'>;
  run: Run;
  /** Exposed so far. */
  people: number;
  needed: number | null;
  perDay: number;
};

/**
 * Compares the days of the plan with those in which the planned people are exposed at the current rate. The days are of the plan
 * of now: there is no pace while the people of another plan are needed. On the first day only hours are known: a rate of people per
 * day would be made of a few minutes.
 */
export function scheduleOf({ experiment, run, people, needed, perDay }: Facts): Schedule {
  const planned = plannedDays(experiment);
  const dayOf = experiment.status === 'complete' ? lastDay : runDay;
  const schedule = { day: dayOf(run.start, run.end), planned_days: planned };
  const isPlanned = needed !== null && needed === plannedPeople(experiment);
  if (planned === null || !isPlanned || experiment.status !== 'running') return { ...schedule, pace: null };
  if (people >= needed) return { ...schedule, pace: 'reached' };
  if (perDay === 0 || schedule.day === 1) return { ...schedule, pace: null };
  const forecast = (run.end - run.start) / dayMs + (needed - people) / perDay;
  if (forecast > planned * (1 + tolerance)) return { ...schedule, pace: 'slower' };
  return { ...schedule, pace: forecast < planned * (1 - tolerance) ? 'faster' : 'as_planned' };
}
