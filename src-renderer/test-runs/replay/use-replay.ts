import { useEffect, useRef, useState } from 'react';
import { pause } from '../../api/pause.ts';
import { useProject } from '../../projects/current-project.ts';
import type { RecordedFile } from './recorded-file.ts';
import { type ReplayChoice, type ReplayJobs, replayJobs } from './replay-jobs.ts';
import type { ReplayProgress } from './words.ts';

/** After `stopped` and `failed`, starting again continues with the unsent rest. */
export type ReplayState =
  | { phase: 'idle' }
  | ({ phase: 'sending' } & ReplayProgress)
  | ({ phase: 'stopped' } & ReplayProgress)
  | ({ phase: 'failed'; error: unknown } & ReplayProgress)
  | { phase: 'done'; sentences: string[] };

/** Sends a recording or has a HAR imported. `reset` forgets what was sent, as another file or choice is a replay of its own. */
export function useReplay() {
  const { id } = useProject();
  const [state, setState] = useState<ReplayState>({ phase: 'idle' });
  const left = useRef<(ReplayJobs & { sent: number }) | null>(null);
  const stopping = useRef(new AbortController());
  // Nobody would see what goes on after the page was left.
  useEffect(() => () => stopping.current.abort(), []);

  const start = async (file: RecordedFile, choice: ReplayChoice) => {
    stopping.current = new AbortController();
    const { signal } = stopping.current;
    left.current ??= { ...replayJobs(id, file, choice, Date.now()), sent: 0 };
    const rest = left.current;
    const all = rest.sent + rest.jobs.reduce((sum, { count }) => sum + count, 0);
    const progress = () => ({ kind: file.kind, sent: rest.sent, all });
    // What is left begins now.
    const begin = Date.now() - (rest.jobs[0]?.waitMs ?? 0);
    try {
      for (let job = rest.jobs[0]; job !== undefined; job = rest.jobs[0]) {
        setState({ phase: 'sending', ...progress() });
        await pause(begin + job.waitMs - Date.now(), signal);
        if (signal.aborted) return setState({ phase: 'stopped', ...progress() });
        await job.send();
        rest.jobs.shift();
        rest.sent += job.count;
      }
      setState({ phase: 'done', sentences: rest.sentences() });
    } catch (error) {
      setState({ phase: 'failed', error, ...progress() });
    }
  };

  return {
    state,
    start,
    stop: () => stopping.current.abort(),
    reset: () => {
      left.current = null;
      setState({ phase: 'idle' });
    },
  };
}
