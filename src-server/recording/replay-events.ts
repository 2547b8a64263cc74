import { hash } from 'node:crypto';
import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { z } from 'zod';
import { derivedUuid } from '../capture/recorded.ts';
import type { createCapture } from '../capture/wire.ts';
import type { Clock } from '../core/clock.ts';
import { storageUnavailable } from '../http/error.ts';
import { publicRouter } from '../http/public-endpoint.ts';
import { type Replayed, type ReplayedEvent, type recordingReplayQuery, replayName } from './replay-contract.ts';

export type ReplayParts = { captures: ReturnType<typeof createCapture>['publicEndpoints']; clock: Clock };
type Target = { projectId: number; socket: Socket; query: z.output<typeof recordingReplayQuery> };

const path = '/batch/';

/** Sends events of a recording through capture, as one batch. */
export function recordingReplayer({ captures, clock }: ReplayParts) {
  const capture = publicRouter(captures)(path);
  if (capture === undefined) throw new Error(`Nothing is captured at ${path}.`);

  return async (events: readonly ReplayedEvent[], { projectId, socket, query }: Target): Promise<Replayed> => {
    const message = new IncomingMessage(socket);
    Object.assign(message, { method: 'POST', url: path });
    const batch = events.map(({ position, received_at, event }) => ({
      ...event,
      uuid: derivedUuid(`${position} ${received_at}`, hash('sha256', JSON.stringify(event))),
    }));
    const { test_run: testRun, shift_ms: shiftMs = 0 } = query;
    const body = JSON.stringify({ batch });
    const outcome = await capture.takeRecorded(message, {
      projectId,
      keys: 'none',
      at: clock.now(),
      shiftMs,
      testRun,
      replay: replayName({ projectId, query }),
      request: hash('sha256', body),
      body: Buffer.from(body),
    });
    if (outcome.kind === 'rejected') throw storageUnavailable(`The events were refused: ${outcome.reason}.`);
    if (outcome.kind === 'spooled') return { accepted: 0, dropped: 0, duplicates: 0, spooled: events.length };
    const { accepted, duplicates } = outcome;
    // Also those that an earlier replay dropped, which get no other row.
    return { accepted, dropped: events.length - accepted, duplicates, spooled: 0 };
  };
}
