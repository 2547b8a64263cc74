import type { Run } from './readings.ts';

/** Max readings kept per figure and variant. */
export const maxReadings = 6;

/** Returns the runs, the newest first, with only the newest readings of each figure. Runs without one are left out. */
export function withRun(run: Run, runs: readonly Run[]): Run[] {
  const counts = new Map<string, number>();
  const isKept = ({ figure, variant }: { figure: string; variant: string }) => {
    const key = JSON.stringify([figure, variant]);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count <= maxReadings;
  };
  return [run, ...runs]
    .map((one) => ({ ...one, readings: one.readings.filter(isKept) }))
    .filter((one, index) => index === 0 || one.readings.length > 0);
}

/** Formats runs as JSON with one reading in a line, so that a new one is one line of a difference. */
export function runsJson(runs: readonly Run[]): string {
  const list = (items: readonly object[]) => items.map((item) => `\n    ${JSON.stringify(item)}`).join(',');
  const text = runs.map(
    ({ readings, gaps, ...run }) =>
      `${JSON.stringify(run).slice(0, -1)},\n  "readings": [${list(readings)}],\n  "gaps": [${list(gaps)}]\n}`,
  );
  return `[${text.join(',')}]\n`;
}
