/** The checks in order; each comes after those it needs. */
export const checkLabels = {
  node: 'Node',
  data_folder: 'Data folder',
  server: 'Server',
  key: 'Key',
  project: 'Project',
  database: 'Database',
  sdk: 'SDKs',
} as const;
export type CheckName = keyof typeof checkLabels;

/** `fix`: what to do; null if nothing is wrong. `skipped`: it needs a check that failed. */
export type Finding = {
  check: CheckName;
  state: 'ok' | 'warning' | 'failed' | 'skipped';
  detail: string;
  fix: string | null;
};

export const ok = (check: CheckName, detail: string): Finding => ({ check, state: 'ok', detail, fix: null });
export const warning = (check: CheckName, detail: string, fix: string): Finding => ({
  check,
  state: 'warning',
  detail,
  fix,
});
export const failed = (check: CheckName, detail: string, fix: string | null): Finding => ({
  check,
  state: 'failed',
  detail,
  fix,
});
