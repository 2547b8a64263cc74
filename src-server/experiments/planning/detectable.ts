import { findRoot } from '../../statistics/find-root.ts';
import { maxEffect } from '../metrics/options-contract.ts';
import { largestEffect, type Plan } from './plan-contract.ts';
import { criticalZ, type PlanQuestion, powerAt } from './planning.ts';

/** The curves extend to this many times the planned effect and days. */
const curveReach = 2;
const powerPoints = 41;

/** Computes the power for true effects from 0 to twice the planned one, or to the largest possible one. */
export function powerCurve(question: PlanQuestion, people: number): Plan['power_curve'] {
  const z = criticalZ(question.significance, question.weights);
  const last = Math.min(curveReach * question.effect, largestEffect(question));
  return Array.from({ length: powerPoints }, (_, index) => {
    const effect = (last * index) / (powerPoints - 1);
    return { effect, power: powerAt({ ...question, effect }, people, z) };
  });
}

const decreaseSteps = 100;

/** Returns the smallest effect, percent, that `people` show with the power; null where none is. */
export function detectableEffect(
  question: PlanQuestion,
  people: number,
  z = criticalZ(question.significance, question.weights),
): number | null {
  const largest = Math.min(maxEffect, largestEffect(question));
  const missing = (effect: number) => powerAt({ ...question, effect }, people, z) - question.power;
  // A large decrease leaves too few conversions for a verdict; a smaller one may not.
  const steps = question.direction === 'decrease' ? decreaseSteps : 1;
  const tried = Array.from({ length: steps }, (_, index) => (largest * (index + 1)) / steps);
  const enough = tried.find((effect) => missing(effect) >= 0);
  return enough === undefined ? null : findRoot(missing, 0, enough, question.effect * 1e-9);
}

const effectPoints = 40;
const minCurveDays = 14;

/** Computes the smallest detectable effect up to twice the planned days. */
export function effectCurve(question: PlanQuestion, days: number, perDay: number): Plan['effect_curve'] {
  const z = criticalZ(question.significance, question.weights);
  const last = Math.max(minCurveDays, Math.ceil(curveReach * days));
  const shown = Array.from({ length: effectPoints }, (_, index) => Math.ceil((last * (index + 1)) / effectPoints));
  return [...new Set(shown)].flatMap((day) => {
    const effect = detectableEffect(question, day * perDay, z);
    return effect === null ? [] : [{ days: day, effect }];
  });
}
