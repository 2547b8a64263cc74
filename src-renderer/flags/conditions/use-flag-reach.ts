import { useQuery } from '@tanstack/react-query';
import { flagKey } from '#server/flags/contract.ts';
import { useRefusal } from '../../api/permissions.ts';
import { useProject } from '../../projects/current-project.ts';
import { type FieldErrors, serverErrorsOf } from '../../ui/form/field-errors.ts';
import { useSettled } from '../../ui/form/use-settled.ts';
import { fieldOf } from '../editor/field-of.ts';
import { type FlagFormValues, inputOf } from '../editor/flag-form-values.ts';
import { type ReachQuestion, reachQuery } from '../queries.ts';
import type { Population, ReachOfCondition } from './reach-line.tsx';

export type FlagReach = Population & {
  reached: number;
  /** Null while the answer is for another number of conditions. */
  ofCondition: (index: number, count: number) => ReachOfCondition | null;
};

/**
 * Returns how many the edited conditions reach, null while one is incomplete; the last answer stays until typing pauses. The
 * server reads the conditions for it, so what it refuses (an invalid regex) is known here before anything is saved.
 */
export function useFlagReach(
  form: FlagFormValues,
  problems: FieldErrors,
): { reach: FlagReach | null; serverErrors: FieldErrors } {
  const project = useProject();
  const mayAsk = useRefusal('write') === undefined;
  const isWritten = mayAsk && !Object.keys(problems).some((path) => path.startsWith('filters'));
  const [question, isSettled] = useSettled(isWritten ? questionOf(form) : null);
  const { data, error, isPlaceholderData } = useQuery(reachQuery(project.id, question));
  const isStale = isPlaceholderData || !isSettled || question === null;
  const serverErrors = isStale ? {} : serverErrorsOf(error, fieldOf);
  // The reach of an incomplete condition, and of those tried after it, is unknown.
  if (data === undefined || !isWritten) return { reach: null, serverErrors };
  const { reached, conditions } = data;
  const population = { known: data.known, isComplete: data.is_complete, isStale };
  const ofCondition = (index: number, count: number) => {
    const one = conditions[index];
    return one === undefined || conditions.length !== count ? null : { ...population, ...one };
  };
  return { reach: { ...population, reached, ofCondition }, serverErrors };
}

/** Returns the question; without a key, which decides who is in a rollout, any one gives the right size. */
function questionOf(form: FlagFormValues): ReachQuestion {
  const { key, filters } = inputOf(form);
  return { key: flagKey.safeParse(key).success ? key : 'new-flag', filters };
}
