import { processorMs } from '../core/clock.ts';
import { PageBudget } from '../core/page.ts';
import type { Database } from '../database/open.ts';
import { prefetchMoved } from './archive/moving/whole-events.ts';
import type { Event } from './contract.ts';
import type { EventScope } from './filters/conditions.ts';
import type { EventFilter } from './filters/filter-contract.ts';
import { newestId, type RequestFacts, rowReader, toListed } from './list.ts';
import { loggedRequests } from './requests/request-heads.ts';
import { type FoundRow, scan } from './scan/scan.ts';

export type PageArgs = EventScope & { filter: EventFilter; limit: number; before?: number; after?: number };

/**
 * `lastScanned`: where the next page continues; null at the end. `cursor`: the newest id considered, whether it matched or not. It is
 * less than `after` if that is of a database which a restore replaced by an older copy: else events would be skipped up to there.
 */
export type PageResult = { events: Event[]; cursor: number; lastScanned: number | null };

/** Milliseconds of processor time, not of the clock, after which a page returns its partial result. */
const timeBudgetMs = 200;
/** Rows found before they are read whole: moved ones take few queries together, those of most pages one. */
const readAtOnce = 500;

/** Reads a page of events by arrival: newest first, or oldest first after `after`. Yields periodically. */
export function* readPage(database: Database, args: PageArgs): Generator<void, PageResult> {
  const isForward = args.after !== undefined;
  const newest = newestId(database);
  if (args.limit === 0) return { events: [], lastScanned: null, cursor: Math.min(args.after ?? newest, newest) };
  const events: Event[] = [];
  const budget = new PageBudget();
  const factsOf = requestFacts(database);
  const wholeRow = rowReader(database);
  const end = processorMs() + timeBudgetMs;
  const unread: FoundRow[] = [];
  const pageTo = (id: number): PageResult => ({ events, lastScanned: id, cursor: isForward ? id : newest });
  /** Returns the row at which the page became too large. */
  const readRows = (): number | undefined => {
    prefetchMoved(database, () => unread.filter(({ status }) => status === 'accepted').map(({ id }) => id));
    for (const found of unread.splice(0)) {
      const row = wholeRow(found);
      // Deleted meanwhile.
      if (row === undefined) continue;
      events.push(toListed(row, budget, factsOf(row.request_id)));
      if (budget.isSpent) return found.id;
    }
    return undefined;
  };
  for (const { id, found, isPause } of scan(database, { ...args, newest })) {
    if (found !== null) unread.push(found);
    const isEnd = events.length + unread.length >= args.limit || (isPause && processorMs() > end);
    const last = isEnd || (isPause && unread.length >= readAtOnce) ? readRows() : undefined;
    if (isEnd || last !== undefined) return pageTo(last ?? id);
    if (isPause) yield;
  }
  const last = readRows();
  if (last !== undefined) return pageTo(last);
  return { events, lastScanned: null, cursor: newest };
}

const expired: RequestFacts = { batch: null, key_prefix: null };

/** Reads each request once, as neighbors share theirs. */
function requestFacts(database: Database): (requestId: number | null) => RequestFacts {
  const known = new Map<number, RequestFacts>();
  // With a bare ? and a join, SQLite would replan for each value.
  const select = database.prepare<[number], { accepted: number; dropped: number; key_prefix: string | null }>(
    `SELECT accepted, dropped, key_prefix FROM ${loggedRequests} WHERE id = +?`,
  );
  return (id) => {
    if (id === null) return expired;
    const found = known.get(id);
    if (found !== undefined) return found;
    const row = select.get(id);
    const facts =
      row === undefined
        ? expired
        : { batch: { accepted: row.accepted, dropped: row.dropped }, key_prefix: row.key_prefix };
    known.set(id, facts);
    return facts;
  };
}
