import type { Evidence } from '../../src-server/experiments/results/judge/evidence-contract.ts';

/** Shares of runs. `better` and `worse`: of any variant. */
export type Said = { runs: number; better: number; worse: number; leading: number };
/** `once`: of the 95% intervals. `always`: of the always-valid ones. */
export type Covered = { runs: number; once: number; always: number };

export const percent = (share: number) => `${(share * 100).toFixed(1)}%`;

/** Returns the share of runs that `isHit` holds for. */
export function shareOf(runs: number, isHit: () => boolean): number {
  let hits = 0;
  for (let run = 0; run < runs; run++) hits += Number(isHit());
  return hits / runs;
}

/** Reports whether something holds on any day of a run, which ends there. */
export function onAnyDay(days: number, holds: (day: number) => boolean): boolean {
  for (let day = 1; day <= days; day++) if (holds(day)) return true;
  return false;
}

/** Counts what runs are called at any of their looks. `begin` starts a run, and returns what each look concludes, from 1 on. */
export function saidIn(runs: number, looks: number, begin: () => (look: number) => readonly string[]): Said {
  const said = { better: 0, worse: 0, leaning: 0 };
  for (let run = 0; run < runs; run++) {
    const outcomesAt = begin();
    const ever = new Set<string>();
    for (let look = 1; look <= looks; look++) for (const outcome of outcomesAt(look)) ever.add(outcome);
    for (const name of ['better', 'worse', 'leaning'] as const) said[name] += Number(ever.has(name));
  }
  return { runs, better: said.better / runs, worse: said.worse / runs, leading: said.leaning / runs };
}

type Judged = { evidence: readonly Evidence[]; truth: number };

/** Counts the shown intervals of the first test variant's lift that contain the true one. */
export function coveredIn(runs: number, run: () => Judged): Covered | null {
  const counts = { shown: 0, once: 0, always: 0 };
  for (let count = 0; count < runs; count++) {
    const { evidence, truth } = run();
    const versus = evidence[1]?.versus;
    if (versus?.lift_interval == null || versus.always_valid_interval === null || versus.is_too_little) continue;
    counts.shown += 1;
    counts.once += Number(isWithin(versus.lift_interval, truth));
    counts.always += Number(isWithin(versus.always_valid_interval, truth));
  }
  const { shown } = counts;
  // Where most intervals are marked as too little data, the shown ones are a biased selection.
  if (shown < runs / 2) return null;
  return { runs: shown, once: counts.once / shown, always: counts.always / shown };
}

export const isWithin = ([low, high]: readonly [low: number, high: number], value: number) =>
  low <= value && value <= high;
