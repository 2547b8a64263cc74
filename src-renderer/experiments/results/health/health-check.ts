import type { Tone } from '../../../ui/feedback/status-chip.tsx';

/** One thing that can invalidate the numbers: `word` on its chip, the cause, and what to do next. */
export type HealthCheck = {
  id:
    | 'ratio'
    | 'several'
    | 'other'
    | 'excluded'
    | 'enough'
    | 'changes'
    | 'metric'
    | 'source'
    | 'rehearsal'
    | 'test_runs';
  tone: Tone;
  word: string;
  cause: string;
  next: string;
};
