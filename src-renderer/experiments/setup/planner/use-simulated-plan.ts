import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PlanInput } from '#server/experiments/planning/plan-contract.ts';
import {
  largestOffered,
  maxSimulatedDays,
  type SimulatedPlanInput,
  simulatedRuns,
} from '#server/experiments/planning/simulated/simulated-plan-contract.ts';
import { useProject } from '../../../projects/current-project.ts';
import { useSettled } from '../../../ui/form/use-settled.ts';
import { simulatedPlanQuery } from '../plan-queries.ts';

/** What the sliders say, of the plan's own numbers; null: those. */
type SliderValues = { days: number | null; effect: number | null };

/** The sliders reach this many times the plan. */
const sliderRange = 2;
const minSliderDays = 28;

type Given = { question: PlanInput; days: number };

/**
 * Simulates the plan for the days and effect that the sliders say. Nothing is asked before `start`; while it runs, moving a slider
 * simulates again.
 */
export function useSimulatedPlan({ question, days: planned }: Given) {
  const project = useProject();
  const [moved, setMoved] = useState<SliderValues>({ days: null, effect: null });
  const [isRunning, setRunning] = useState(false);
  const largest = { days: longestOf(planned), effect: maxSliderEffect(question) };
  const days = Math.min(largest.days, moved.days ?? Math.ceil(planned));
  const effect = Math.min(largest.effect, moved.effect ?? question.minimum_detectable_effect);
  const { minimum_detectable_effect: _planned, significance: _level, power: _power, ...rest } = question;
  const [settled, isSettled] = useSettled({ ...rest, days, effect, runs: simulatedRuns });
  const query = useQuery({
    ...simulatedPlanQuery(project.id, settled as SimulatedPlanInput),
    enabled: isRunning,
    retry: false,
  });
  const isStale = query.isPlaceholderData || !isSettled;
  const simulated = query.data ?? null;
  const isDone = simulated !== null && !isStale && simulated.runs >= simulated.of;
  return {
    days,
    effect,
    largest,
    isCut: planned > maxSimulatedDays,
    move: (part: Partial<SliderValues>) => setMoved((current) => ({ ...current, ...part })),
    simulated,
    isStale,
    isDone,
    isRunning,
    error: isStale ? null : query.error,
    start: () => {
      setRunning(true);
      if (query.error !== null) void query.refetch();
    },
    stop: () => setRunning(false),
  };
}

const longestOf = (planned: number) =>
  Math.max(Math.min(maxSimulatedDays, Math.max(minSliderDays, Math.ceil(sliderRange * planned))), 1);

/** Returns twice the planned effect, if possible; at least the planned one. */
function maxSliderEffect(question: PlanInput): number {
  const { minimum_detectable_effect: planned } = question;
  return Math.max(planned, Math.min(sliderRange * planned, largestOffered(question)));
}
