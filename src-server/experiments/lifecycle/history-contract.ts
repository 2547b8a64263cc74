import { z } from 'zod';
import { codes, dateTime, jsonObject, listOf, named } from '../../core/contract.ts';
import { userSummary } from '../../projects/contract.ts';

/**
 * An entry of an experiment's history, newest first. `before` and `after` have the changed fields; `before` is null on creation.
 * For `weights_changed`, recorded during a run even if the flag itself was edited, both are `{variants}`; for `metric_changed`,
 * of a saved metric that it uses, `{saved_metric: {id, name, filters}}`; for `action_changed`, `{action: {id, name, steps, deleted}}`.
 */
export const experimentChange = named('ExperimentChange', {
  id: z.int(),
  kind: codes({
    created: 'The experiment was created.',
    updated: 'Its setup was changed.',
    launched: 'It was launched.',
    weights_changed: 'The weights of its variants were changed during a run.',
    metric_changed: 'A saved metric that it uses was changed.',
    action_changed: 'An action that its metrics count was changed, deleted or restored.',
    stopped: 'It was stopped.',
    resumed: 'Its end was removed.',
    stop_undone: 'Its last stop or rollout was undone.',
    reset: 'It was made a draft again.',
    archived: 'It was archived.',
    unarchived: 'It was unarchived.',
    deleted: 'It was deleted.',
    restored: 'It was restored.',
  }),
  at: dateTime,
  user: userSummary.nullable(),
  before: jsonObject.nullable(),
  after: jsonObject.nullable(),
});
export type ExperimentChange = z.infer<typeof experimentChange>;

/** A change of the experiment or its flag after the start that may distort the results. */
export const runChangeKind = codes({
  weights_changed: 'The weights of the variants.',
  variants_changed: 'The variants of the flag.',
  metric_changed: 'The primary metric.',
  test_runs_changed: 'Whether events of test runs count.',
  guardrails_changed: 'The guardrails, or how much harm they accept.',
  cuped_changed: 'Whether CUPED is applied.',
  saved_metric_changed: 'A saved metric that the experiment uses.',
  action_changed: 'An action that the metrics of the experiment count.',
  conditions_changed: 'The conditions of the flag.',
  payloads_changed: 'The payloads of the flag.',
  continuity_changed: 'Whether people keep their variant across a login.',
  override_changed: 'An override for everyone was set, replaced or cleared.',
  flag_turned_off: 'The flag was turned off.',
  flag_turned_on: 'The flag was turned on.',
  flag_renamed: 'The key of the flag.',
  flag_deleted: 'The flag was deleted.',
  flag_restored: 'The flag was restored.',
  exclusions_changed: 'Whom the project excludes from its experiments.',
});
export type RunChangeKind = z.infer<typeof runChangeKind>;
export const experimentChangeList = listOf(experimentChange).meta({ id: 'ExperimentChangeList' });
