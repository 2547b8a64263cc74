import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { ServerUnreachable } from '../../api/errors.ts';
import type { RowOrder } from '../filters/live-search.ts';
import { fetchEvents, fetchOlderEvents } from '../queries.ts';
import { Tail } from './tail.ts';

/** Parsing more at once would hold up the scrolling that asked for it. */
const OLDER_BATCH_SIZE = 500;

/** Returns the tail of `query`, that of `GET events/`; another query, `order` or `revision`, or `restart`, begins a new one. */
export function useTail(
  projectId: number,
  query: Record<string, string>,
  { order, revision }: { order: RowOrder; revision: string },
) {
  const [generation, setGeneration] = useState(0);
  const key = JSON.stringify(query);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `revision` and `generation` make a new tail of the same question
  const tail = useMemo(
    () => createTail(projectId, JSON.parse(key), order),
    [projectId, key, order, revision, generation],
  );
  useEffect(() => tail.start(), [tail]);
  return { tail, restart: () => setGeneration((last) => last + 1) };
}

/** Draws the component again when the tail has changed; only what shows its rows should ask for it. */
export function useTailVersion(tail: Tail): number {
  return useTailPart(tail, tail.version);
}

/** Draws the component again when the part has changed that `pick` gives: while events arrive, most parts stay the same. */
export function useTailPart<Part>(tail: Tail, pick: (tail: Tail) => Part): Part {
  return useSyncExternalStore(useFrames(tail), () => pick(tail));
}

function createTail(projectId: number, query: Record<string, string>, order: RowOrder): Tail {
  return new Tail({
    order,
    fetchPage: (request, signal) =>
      'older' in request
        ? fetchOlderEvents(request.older, OLDER_BATCH_SIZE, signal)
        : fetchEvents(projectId, { ...query, ...request }, signal),
    isTemporary: (error) => error instanceof ServerUnreachable,
    isVisible: () => document.visibilityState === 'visible',
  });
}

const DRAW_EVERY_MS = 100;

/**
 * Renders a single change with the next frame, and a stream of them ten times a second: nobody reads faster. Not at once,
 * because the frame in which events arrive has parsed them already.
 */
function useFrames(tail: Tail) {
  return useMemo(
    () => (draw: () => void) => {
      let drawnAt = 0;
      let timer: ReturnType<typeof setTimeout> | undefined;
      let frame = 0;
      const drawNow = () => {
        timer = undefined;
        drawnAt = performance.now();
        draw();
      };
      const inFrame = () => {
        frame = requestAnimationFrame(drawNow);
      };
      const unsubscribe = tail.subscribe(() => {
        timer ??= setTimeout(inFrame, Math.max(0, drawnAt + DRAW_EVERY_MS - performance.now()));
      });
      return () => {
        clearTimeout(timer);
        cancelAnimationFrame(frame);
        unsubscribe();
      };
    },
    [tail],
  );
}
