import { requestMemory } from '../core/limits.ts';
import type { Decoded } from './decode/decode.ts';
import { normalize } from './normalize.ts';

/** Whose event a rejected request would have been: the first it has, with keys masked; nulls if that cannot be told. */
export function rejectedEvent(
  decoded: Decoded | undefined,
  arrival: { now: number; uuid(): string },
): { event: string | null; distinctId: string | null } {
  const [run] = decoded?.runs() ?? [];
  // A larger one takes too long to parse for a request that is not stored.
  const sent = run === undefined || run.bytes > requestMemory.smallBody ? undefined : run.parse()[0];
  if (sent === undefined) return { event: null, distinctId: null };
  const { event, distinctId } = normalize(sent, { ...arrival, sentAt: undefined, ip: '' });
  return { event, distinctId };
}
