import type { RunChangeKind } from '#server/experiments/lifecycle/history-contract.ts';

export const changeKindWords: Record<RunChangeKind, string> = {
  weights_changed: 'Variant weights',
  variants_changed: 'Flag variants',
  metric_changed: 'Primary metric',
  test_runs_changed: 'Whether test runs count',
  guardrails_changed: 'Guardrails',
  cuped_changed: 'CUPED',
  saved_metric_changed: 'Saved metric',
  action_changed: 'Action',
  conditions_changed: 'Flag conditions',
  payloads_changed: 'Flag payloads',
  continuity_changed: 'Persist across login',
  override_changed: 'Override for everyone',
  flag_turned_off: 'Flag turned off',
  flag_turned_on: 'Flag turned on',
  flag_renamed: 'Flag key',
  flag_deleted: 'Flag deleted',
  flag_restored: 'Flag restored',
  exclusions_changed: 'Excluded people',
};
