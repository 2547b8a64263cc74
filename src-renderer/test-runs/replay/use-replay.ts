import { useRef, useState } from 'react';
import { harImport } from '#server/recording/har-contract.ts';
import { type ReplayStep, replaySteps } from '#server/recording/replay-contract.ts';
import { post } from '../../api/api.ts';
import { connect, received } from '../../api/connect.ts';
import { sessionToken } from '../../api/session.ts';
import { useProject } from '../../projects/current-project.ts';
import { importSentences } from './har-words.ts';
import type { RecordedFile } from './recorded-file.ts';
import { words } from './words.ts';

export type ReplayChoice = { testRun: string; times: 'original' | 'now'; anyKey: boolean };

/** `stopped` and `failed` keep what is not sent yet: starting again continues with it. */
export type ReplayState =
  | { phase: 'idle' }
  | { phase: 'sending'; sent: number; all: number | null }
  | { phase: 'stopped'; sent: number; all: number }
  | { phase: 'failed'; error: unknown; sent: number; all: number | null }
  | { phase: 'done'; sentences: string[] };

/** Sends a recording or has a HAR imported. `reset` forgets what was sent, as another file or choice is a replay of its own. */
export function useReplay() {
  const { id, api_key } = useProject();
  const [state, setState] = useState<ReplayState>({ phase: 'idle' });
  const left = useRef<{ steps: ReplayStep[]; sent: number } | null>(null);
  const isStopping = useRef(false);

  const importHar = async (content: unknown, { testRun, times, anyKey }: ReplayChoice) => {
    const keys = anyKey ? 'project' : 'as_sent';
    const query = { times, keys, ...(testRun !== '' && { test_run: testRun }) };
    const done = await post(`/api/projects/${id}/recording/har/`, content, harImport, { query });
    return importSentences(done);
  };

  /** Returns null once stopped. */
  const send = async (all: number, testRun: string) => {
    if (api_key === null) throw new Error(words.noKey);
    const server = connect(location.origin, () => sessionToken());
    const query = testRun === '' ? '' : `?test_run=${encodeURIComponent(testRun)}`;
    const rest = left.current;
    for (let step = rest?.steps[0]; rest && step !== undefined; step = rest.steps[0]) {
      setState({ phase: 'sending', sent: rest.sent, all });
      await server.send(`/batch/${query}`, received, { api_key, batch: step.batch });
      rest.steps.shift();
      rest.sent += step.batch.length;
      if (isStopping.current && rest.steps.length > 0) return null;
    }
    return [words.sent(all)];
  };

  const start = async (file: RecordedFile, choice: ReplayChoice) => {
    isStopping.current = false;
    const all = file.kind === 'har' ? null : file.recording.events.length;
    setState({ phase: 'sending', sent: left.current?.sent ?? 0, all });
    try {
      if (file.kind === 'har') return setState({ phase: 'done', sentences: await importHar(file.content, choice) });
      const { events } = file.recording;
      left.current ??= { steps: replaySteps(events, { pace: 'fast', times: choice.times }, Date.now()), sent: 0 };
      const sentences = await send(events.length, choice.testRun);
      const { sent } = left.current;
      setState(sentences === null ? { phase: 'stopped', sent, all: events.length } : { phase: 'done', sentences });
    } catch (error) {
      setState({ phase: 'failed', error, sent: left.current?.sent ?? 0, all });
    }
  };

  return {
    state,
    start,
    stop: () => {
      isStopping.current = true;
    },
    reset: () => {
      left.current = null;
      setState({ phase: 'idle' });
    },
  };
}
