import { rememberingSimulatedPlans, simulatePlan } from './simulated-plan.ts';
import { type SimulatedPlan, simulatedPlanInput } from './simulated-plan-contract.ts';

/** Requests a simulation until all runs are done. */
export function simulated(input: object, known = rememberingSimulatedPlans()): SimulatedPlan {
  const parsed = simulatedPlanInput.parse({
    kind: 'proportion',
    baseline: 0.1,
    weights: [50, 50],
    people_per_day: 500,
    days: 14,
    effect: 20,
    ...input,
  });
  for (;;) {
    const work = simulatePlan(parsed, known);
    let step = work.next();
    while (!step.done) step = work.next();
    if (step.value.runs === step.value.of) return step.value;
  }
}
