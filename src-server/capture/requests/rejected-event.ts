import { requestMemory } from '../../core/limits-contract.ts';
import { withoutAbsent } from '../../core/without-absent.ts';
import type { SentRun } from '../../test-runs/sent-run.ts';
import type { Decoded } from '../decode/decode.ts';
import { type Drop, normalize } from '../normalize.ts';

type Rejected = Pick<Drop, 'event' | 'distinctId' | 'testRun' | 'sdk' | 'warnings'>;

/**
 * Returns the event of a rejected request: the first it has, with keys masked; nulls if unknown. The warnings are those about its
 * test run.
 */
export function rejectedEvent(
  decoded: Decoded | undefined,
  arrival: { now: number; uuid(): string; testRun: SentRun | undefined; sdk: string | null },
): Rejected {
  const [run] = decoded?.runs() ?? [];
  // A larger one takes too long to parse for a request that is not stored.
  const sent = run === undefined || run.bytes > requestMemory.smallBody ? undefined : run.parse()[0];
  const { event, distinctId, warnings, testRun, sdk } = normalize(sent ?? {}, {
    ...arrival,
    sentAt: undefined,
    ip: '',
  });
  return {
    event,
    distinctId,
    warnings: warnings.filter(({ code }) => code === 'invalid_test_run'),
    ...withoutAbsent({ testRun, sdk }),
  };
}
