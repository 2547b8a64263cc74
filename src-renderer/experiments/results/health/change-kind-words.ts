import { type RunChangeKind, runChangeKind } from '#server/experiments/lifecycle/history-contract.ts';

const changeWords = {
  weights_changed: 'Variant weights',
  variants_changed: 'Flag variants',
  metric_changed: 'Primary metric',
  cuped_changed: 'CUPED',
  saved_metric_changed: 'Saved metric',
  conditions_changed: 'Flag conditions',
  payloads_changed: 'Flag payloads',
  flag_turned_off: 'Flag turned off',
  flag_turned_on: 'Flag turned on',
  flag_renamed: 'Flag key',
  flag_deleted: 'Flag deleted',
  flag_restored: 'Flag restored',
  exclusions_changed: 'Excluded people',
} satisfies Record<RunChangeKind, string>;

/** Words a change; a kind that this window does not know is shown as it is. */
export function changeKindWords(kind: string): string {
  const known = runChangeKind.safeParse(kind).data;
  return known === undefined ? kind.replaceAll('_', ' ') : changeWords[known];
}
