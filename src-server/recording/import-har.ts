import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { z } from 'zod';
import type { createCapture } from '../capture/wire.ts';
import type { Clock } from '../core/time.ts';
import type { RejectionReason } from '../events/contract.ts';
import { publicRouter, splitUrl } from '../http/public-endpoint.ts';
import { splitSdkPath } from '../http/sdk-request.ts';
import { removeTestRunPath } from '../http/test-run-path.ts';
import type { HarEntry, HarImport, HarSkipReason, harQuery } from './har-contract.ts';
import { bodyOf, messageOf } from './har-request.ts';

export type HarParts = { captures: ReturnType<typeof createCapture>['publicEndpoints']; clock: Clock };
type Target = { projectId: number; socket: Socket; query: z.output<typeof harQuery> };

/** Sends the capture requests of a recording through capture, in the order in which they were sent. */
export function harImporter({ captures, clock }: HarParts) {
  const endpointOf = publicRouter(captures);
  const captureOf = ({ url = '' }: IncomingMessage) => endpointOf(splitSdkPath(splitUrl(url)[0])?.path ?? '');

  return async (entries: readonly HarEntry[], { projectId, socket, query }: Target): Promise<HarImport> => {
    const { test_run: testRun, times, keys } = query;
    const sorted = entries.toSorted((a, b) => a.startedDateTime - b.startedDateTime);
    const last = sorted.at(-1)?.startedDateTime ?? 0;
    const shiftMs = times === 'now' ? clock.now() - last : 0;
    const shared = { projectId, keys, shiftMs, testRun, run: clock.uuid() };
    const result = emptyImport(entries.length);
    const rejections = new Map<RejectionReason, number>();
    for (const { startedDateTime: at, request } of sorted) {
      const message = messageOf(request, socket);
      removeTestRunPath(message);
      const capture = captureOf(message);
      const skipped = capture === undefined ? 'not_capture' : notSent(message);
      const body = skipped ?? bodyOf(request);
      if (capture === undefined || typeof body === 'string') {
        result.skipped[typeof body === 'string' ? body : 'not_capture'] += 1;
        continue;
      }
      result.capture_requests += 1;
      const outcome = await capture.takeRecorded(message, { ...shared, at, body });
      if (outcome.kind === 'rejected') rejections.set(outcome.reason, (rejections.get(outcome.reason) ?? 0) + 1);
      else if (outcome.kind === 'spooled') result.spooled += 1;
      else {
        result.accepted += outcome.accepted;
        result.dropped += outcome.dropped;
      }
    }
    result.rejections = [...rejections].map(([reason, requests]) => ({ reason, requests }));
    result.rejected = result.rejections.reduce((sum, { requests }) => sum + requests, 0);
    return result;
  };
}

/** A page may have the path of a capture request; SDKs get nothing from it but with `data`. */
function notSent({ method, url = '' }: IncomingMessage): HarSkipReason | undefined {
  if (method === 'OPTIONS') return 'preflight';
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && !new URLSearchParams(splitUrl(url)[1]).has('data') ? 'not_capture' : undefined;
}

const emptyImport = (entries: number): HarImport => ({
  ...{ entries, capture_requests: 0, accepted: 0, dropped: 0, rejected: 0, rejections: [], spooled: 0 },
  skipped: { not_capture: 0, preflight: 0, body_missing: 0, body_damaged: 0 },
});
