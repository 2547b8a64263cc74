import { countWords } from '../../core/text/numbers-contract.ts';
import { ApiError, validationError } from '../../http/error.ts';
import type { EventScope } from '../filters/conditions.ts';
import type { EventFilter } from '../filters/filter-contract.ts';
import { poll } from '../poll.ts';
import type { EventQueries } from '../queries.ts';
import type { Tail } from '../tail.ts';
import { differenceWords } from './differences.ts';

type ExpectedCount = { kind: 'min' | 'exactly'; number: number };
type Query = { min?: number | undefined; exactly?: number | undefined; before?: number | undefined };

export function expectedCountOf({ min, exactly, before }: Query): ExpectedCount | null {
  const kind = exactly === undefined ? 'min' : 'exactly';
  const number = exactly ?? min;
  if (number === undefined) return null;
  if (min !== undefined && exactly !== undefined)
    throw validationError('invalid_input', 'Send `min` or `exactly`, not both.', 'min');
  if (before !== undefined)
    throw validationError(
      'invalid_input',
      `Send \`before\` or \`${kind}\`, not both: arriving events are counted.`,
      kind,
    );
  return { kind, number };
}

type Parts = { queries: Pick<EventQueries, 'countAfter' | 'nearest'>; tail: Tail };
type Args = EventScope & { filter: EventFilter; after?: number };

/** Maximum excess events to count for the error. */
const maxBeyond = 1000;

/**
 * Settles when the number of events is right, `exactly` at the end of the time; throws a 412 with the number and the nearest miss
 * when it is not, at once if there are too many, and a 503 when that cannot be decided.
 */
export async function requireCount(
  { queries, tail }: Parts,
  { after = 0, ...scope }: Args,
  { kind, number }: ExpectedCount,
  { waitMs, gone }: { waitMs: number; gone: AbortSignal },
): Promise<void> {
  const enough = kind === 'min' ? number : number + maxBeyond;
  let found = 0;
  let cursor = after;
  const isDone = () => (kind === 'min' ? found >= number : found > number);
  const look = async () => {
    for (let isComplete = false; !isComplete && found < enough && !gone.aborted; ) {
      const counted = await queries.countAfter({ ...scope, after: cursor, enough: enough - found });
      found += counted.count;
      ({ cursor, isComplete } = counted);
    }
  };
  await poll({ tail, waitMs, gone, isDecidedByTime: true, look, stateOf: () => (isDone() ? 'done' : 'waiting') });
  if (gone.aborted || (kind === 'min' ? found >= number : found === number)) return;
  const nearest = found < number ? await queries.nearest({ ...scope, after }) : null;
  const miss = nearest === null ? '' : ` The nearest is ${nearest.uuid}: ${differenceWords(nearest.differences)}.`;
  const wanted = `${kind === 'min' ? 'at least' : 'exactly'} ${countWords(number, 'event')}`;
  const detail = `Expected ${wanted}, found ${found}${found >= enough ? ' or more' : ''}.${miss}`;
  throw new ApiError(412, { type: 'client_error', code: 'expectation_failed', detail, attr: kind });
}
