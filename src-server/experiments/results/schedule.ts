import { dayMs } from '../../core/time.ts';
import type { Experiment } from '../contract.ts';
import type { Run } from '../metrics/days.ts';
import type { Health } from './results-contract.ts';
import { lastDay, plannedDays, runDay, type Schedule } from './schedule-contract.ts';

/** Share of the planned days that the forecast may differ by. */
const tolerance = 0.2;

type Facts = {
  experiment: Pick<Experiment, 'status' | 'parameters'>;
  run: Run;
  people: number;
  health: Pick<Health, 'needed' | 'is_planned' | 'days_left'>;
};

/** Compares the days of the plan with those that the planned people take at the current rate. */
export function scheduleOf({ experiment, run, people, health }: Facts): Schedule {
  const planned = plannedDays(experiment);
  const dayOf = experiment.status === 'complete' ? lastDay : runDay;
  const schedule = { day: dayOf(run.start, run.end), planned_days: planned };
  const { needed, is_planned: isPlanned, days_left: left } = health;
  if (planned === null || needed === null || !isPlanned || experiment.status !== 'running') {
    return { ...schedule, pace: null };
  }
  if (people >= needed) return { ...schedule, pace: 'reached' };
  if (left === null) return { ...schedule, pace: null };
  const forecast = (run.end - run.start) / dayMs + left;
  if (forecast > planned * (1 + tolerance)) return { ...schedule, pace: 'slower' };
  return { ...schedule, pace: forecast < planned * (1 - tolerance) ? 'faster' : 'as_planned' };
}
