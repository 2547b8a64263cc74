import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { Expectation } from '#server/expectations/contract.ts';
import { titleWords } from '../expectation-words.ts';
import { expectationsByRunQuery } from '../queries.ts';
import { newlyFailed, statusesOf } from './newly-failed.ts';
import { words } from './words.ts';

const maxLines = 3;

/** Notifies of each expectation that fails from now on. */
export function FailureWatch({ projectId }: { projectId: number }) {
  const { data } = useQuery({ ...expectationsByRunQuery(projectId), refetchIntervalInBackground: true });
  const before = useRef<ReturnType<typeof statusesOf> | null>(null);
  const navigate = useNavigate();
  useEffect(() => {
    if (data === undefined) return;
    const now = [...data.values()].flat();
    const failed = newlyFailed(before.current, now);
    before.current = statusesOf(now);
    const [first] = failed;
    if (first === undefined) return;
    show(failed).onclick = () => {
      window.focus();
      void navigate({ to: '/test-runs/expectations/$expectationId', params: { expectationId: first.id } });
    };
  }, [data, navigate]);
  return null;
}

function show(failed: readonly Expectation[]): Notification {
  const lines = failed
    .slice(0, maxLines)
    .map((expectation) => words.line(titleWords(expectation), expectation.test_run));
  const rest = failed.length - lines.length;
  return new Notification(words.title(failed.length), {
    body: [...lines, ...(rest > 0 ? [words.more(rest)] : [])].join('\n'),
    // Of the same failures seen by two windows, the system shows one.
    tag: `benchtop-failed-${failed.map(({ id }) => id).join('-')}`,
  });
}
