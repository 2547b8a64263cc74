import { z } from 'zod';
import { dateTime, jsonObject, listOf, named } from '../../core/contract.ts';
import { userSummary } from '../../projects/contract.ts';

/**
 * An entry of an experiment's history, newest first. `before` and `after` have the changed fields; `before` is null on creation.
 * For `weights_changed`, recorded during a run even if the flag itself was edited, both are `{variants}`; for `metric_changed`, of a
 * saved metric that it uses, `{saved_metric: {id, name, filters}}`.
 */
export const experimentChange = named('ExperimentChange', {
  id: z.int(),
  kind: z.enum([
    'created',
    'updated',
    'launched',
    'weights_changed',
    'metric_changed',
    'stopped',
    'resumed',
    'stop_undone',
    'reset',
    'archived',
    'unarchived',
    'deleted',
    'restored',
  ]),
  at: dateTime,
  user: userSummary.nullable(),
  before: jsonObject.nullable(),
  after: jsonObject.nullable(),
});
export type ExperimentChange = z.infer<typeof experimentChange>;

/** A change during a run, of the experiment or its flag, that may distort the results. */
export const runChangeKind = z.enum([
  'weights_changed',
  'variants_changed',
  'metric_changed',
  'cuped_changed',
  'saved_metric_changed',
  'conditions_changed',
  'payloads_changed',
  'flag_turned_off',
  'flag_turned_on',
  'flag_renamed',
  'flag_deleted',
  'flag_restored',
  'exclusions_changed',
]);
export type RunChangeKind = z.infer<typeof runChangeKind>;
export const experimentChangeList = listOf(experimentChange).meta({ id: 'ExperimentChangeList' });
