import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { z } from 'zod';
import { sumOf } from '../core/sum-contract.ts';
import type { RejectionReason } from '../events/reason-contract.ts';
import { validationError } from '../http/error.ts';
import { publicRouter, splitUrl } from '../http/public-endpoint.ts';
import { splitSdkPath } from '../http/sdk-request.ts';
import { removeTestRunPath } from '../http/test-run-path.ts';
import { entryTimeOf, type HarEntry, type harQuery, harShift } from './har-contract.ts';
import { emptyImport, type HarImport, type HarSkipReason } from './har-import-contract.ts';
import { bodyOf, incomingMessageOf } from './har-request.ts';
import { replayName } from './replay-contract.ts';
import type { ReplayParts } from './replay-events.ts';

type Target = { projectId: number; socket: Socket; query: z.output<typeof harQuery> };

/** Sends the capture requests of a recording through capture, in their order. Stops when the client disconnects. */
export function harImporter({ captures, clock }: ReplayParts) {
  const endpointOf = publicRouter(captures);
  const captureOf = ({ url = '' }: IncomingMessage) => endpointOf(splitSdkPath(splitUrl(url)[0])?.path ?? '');

  return async (entries: readonly HarEntry[], { projectId, socket, query }: Target): Promise<HarImport> => {
    const { test_run: testRun, times, keys, shift_ms } = query;
    const sorted = entries.map((entry) => ({ ...entry, at: entryTimeOf(entry) })).toSorted((a, b) => a.at - b.at);
    if (times === 'now' && shift_ms !== undefined)
      throw validationError('invalid_input', 'Send `times=now` or `shift_ms`, not both.', 'times');
    const shiftMs = shift_ms ?? harShift(entries, times, clock.now());
    const shared = { projectId, keys, shiftMs, testRun, replay: replayName({ projectId, query }) };
    const result = emptyImport(entries.length);
    const rejections = new Map<RejectionReason, number>();
    for (const [index, { at, request, _position = index }] of sorted.entries()) {
      if (socket.destroyed) break;
      const message = incomingMessageOf(request, socket);
      removeTestRunPath(message);
      const capture = captureOf(message);
      const skipped = capture === undefined ? 'not_capture' : notSent(message);
      const body = skipped ?? bodyOf(request);
      if (capture === undefined || typeof body === 'string') {
        result.skipped[typeof body === 'string' ? body : 'not_capture'] += 1;
        continue;
      }
      result.capture_requests += 1;
      const name = `${_position} ${at} ${message.url} ${hash('sha256', body)}`;
      const outcome = await capture.takeRecorded(message, { ...shared, at, body, request: name });
      if (outcome.kind === 'rejected') rejections.set(outcome.reason, (rejections.get(outcome.reason) ?? 0) + 1);
      else if (outcome.kind === 'spooled') result.spooled += 1;
      else {
        result.accepted += outcome.accepted;
        result.dropped += outcome.dropped;
        result.duplicates += outcome.duplicates;
      }
    }
    result.rejections = [...rejections].map(([reason, requests]) => ({ reason, requests }));
    result.rejected = sumOf(result.rejections.map(({ requests }) => requests));
    return result;
  };
}

/** Reports why a recorded request is not a capture: without `data`, a GET to a capture path only opens a page. */
function notSent({ method, url = '' }: IncomingMessage): HarSkipReason | undefined {
  if (method === 'OPTIONS') return 'preflight';
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && !new URLSearchParams(splitUrl(url)[1]).has('data') ? 'not_capture' : undefined;
}
