import type { Event, EventPage } from '#server/events/contract.ts';
import type { PageRequest } from './tail.ts';

export const at = (second: number) => new Date(Date.UTC(2026, 2, 1) + second * 1000).toISOString();

export function event(id: number, more: Partial<Event> = {}): Event {
  return {
    uuid: `0195a000-0000-7000-8000-${String(id).padStart(12, '0')}`,
    event: `event ${id}`,
    distinct_id: 'user',
    person_id: 1,
    timestamp: at(id),
    received_at: at(id),
    properties: {},
    status: 'accepted',
    reason: null,
    warnings: [],
    count: 1,
    request_id: null,
    test_run: null,
    unassigned: false,
    detail: null,
    key_prefix: null,
    batch: null,
    ...more,
  };
}

/** Creates a server in memory with the paging of `GET events/`: cursors are the id of the last row. */
export function fakeServer(count: number) {
  const server = {
    events: Array.from({ length: count }, (_, index) => event(index + 1)),
    failures: [] as Error[],
    asked: [] as (PageRequest | { older: string })[],
    wake: () => {},
    add(...events: Event[]) {
      server.events.push(...events);
      server.wake();
    },
    async fetchPage(request: PageRequest | { older: string }, signal: AbortSignal): Promise<EventPage> {
      server.asked.push(request);
      const failure = server.failures.shift();
      if (failure) throw failure;
      if ('older' in request) return server.older(Number(new URL(request.older).searchParams.get('before')), 1000);
      if (request.after === undefined)
        return server.older(Number(request.before ?? server.events.length + 1), request.limit);
      if (server.events.length === Number(request.after) && request.wait) {
        await new Promise<void>((resolve) => {
          server.wake = resolve;
          signal.addEventListener('abort', () => resolve());
        });
      }
      signal.throwIfAborted();
      const results = server.events.slice(Number(request.after), Number(request.after) + request.limit);
      return { results, next: null, cursor: String(Number(request.after) + results.length) };
    },
    older(before: number, limit: number): EventPage {
      const from = Math.max(0, before - 1 - limit);
      const results = server.events.slice(from, before - 1).reverse();
      const next = from === 0 ? null : `http://127.0.0.1/api/projects/1/events/?before=${from + 1}`;
      return { results, next, cursor: String(server.events.length) };
    },
  };
  return server;
}
