import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { ServerUnreachable } from '../app/errors.ts';
import { fetchEvents, fetchOlderEvents } from './queries.ts';
import { Tail } from './tail.ts';

/** Parsing more at once would hold up the scrolling that asked for it. */
const OLDER_PAGE = 500;

/** `query` is that of `GET events/`; another query, or `restart`, begins a new tail. `version` changes with its content. */
export function useTail(projectId: number, query: Record<string, string>, cleared: string | undefined) {
  const [generation, setGeneration] = useState(0);
  const key = JSON.stringify(query);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `generation` is what makes a new tail of the same question
  const tail = useMemo(() => createTail(projectId, JSON.parse(key), cleared), [projectId, key, cleared, generation]);
  const version = useSyncExternalStore(useFrames(tail), tail.version);
  useEffect(() => tail.start(), [tail]);
  return { tail, version, restart: () => setGeneration((last) => last + 1) };
}

function createTail(projectId: number, query: Record<string, string>, cleared: string | undefined): Tail {
  return new Tail({
    fetchPage: (request, signal) =>
      'older' in request
        ? fetchOlderEvents(request.older, OLDER_PAGE, signal)
        : fetchEvents(projectId, { ...query, ...request }, signal),
    isTemporary: (error) => error instanceof ServerUnreachable,
    cleared,
    isVisible: () => document.visibilityState === 'visible',
  });
}

/** Many changes within a frame are drawn once. */
function useFrames(tail: Tail) {
  const frame = useRef(0);
  return useMemo(
    () => (draw: () => void) => {
      const unsubscribe = tail.subscribe(() => {
        cancelAnimationFrame(frame.current);
        frame.current = requestAnimationFrame(draw);
      });
      return () => {
        cancelAnimationFrame(frame.current);
        unsubscribe();
      };
    },
    [tail],
  );
}
