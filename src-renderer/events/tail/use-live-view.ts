import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useServerStatus } from '../../api/status.ts';
import { useProject } from '../../projects/current-project.ts';
import { useResend } from '../detail/use-resend.ts';
import { filterQuery } from '../filters/filter-query.ts';
import { type FilterToken, parseFilter, printFilter, withoutStatus, withToken } from '../filters/filter-tokens.ts';
import { defaultSpanMinutes, type LiveSearch, type RowOrder } from '../filters/live-search.ts';
import { usePins } from '../pins/use-pins.ts';
import { eventSummaryQuery } from '../queries.ts';
import type { Tail } from './tail.ts';
import { useSelectedEvent } from './use-selected-event.ts';
import { useTail } from './use-tail.ts';

const route = getRouteApi('/live');

/** Shows what the filter finds whenever it arrived, also from before the list was cleared. */
const only = (q: string) => ({ q, status: undefined, cleared: undefined, minutes: undefined }) as const;

export type LiveView = ReturnType<typeof useLiveView>;

/** Returns the URL's state, the tail that follows from it, and the actions on both. */
export function useLiveView() {
  const project = useProject();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (part: Partial<LiveSearch>, replace = false) =>
    void navigate({ search: (previous) => ({ ...previous, ...part }), replace });
  const { q = '', status, cleared, minutes, order = 'arrival' } = search;
  const filter = useMemo(() => readFilter({ q, status, cleared, minutes }), [q, status, cleared, minutes]);
  const serverNow = useServerNow(project.id, filter.summaryQuery);
  const { tail, restart, pins } = useFilteredTail(project.id, filter, order);
  const [selected, select] = useSelectedEvent(search.selected, (uuid) => change({ selected: uuid }, true));
  const [marked, setMarked] = useState<string>();
  const resend = useResend();

  // Stable, or every row would be drawn again with it.
  const onlyBatch = useCallback(
    (id: number) => void navigate({ search: (last) => ({ ...last, ...only(`request:${id}`) }) }),
    [navigate],
  );
  const setFilter = (tokens: FilterToken[]) => {
    const status = tokens.find((token) => token.kind === 'status')?.value ?? filter.status;
    change({ q: printFilter(withoutStatus(tokens)) || undefined, status });
  };
  return {
    project,
    search,
    change,
    filter,
    minutes: filter.minutes,
    order,
    tail,
    selected,
    select,
    marked,
    resend,
    pins,
    listRef: useRef<HTMLDivElement>(null),
    paneRef: useRef<HTMLElement>(null),
    inputRef: useRef<HTMLInputElement>(null),
    setFilter,
    ...useFirstRun(project.id, tail, search),
    clearFilter: () => change({ q: undefined, status: undefined }),
    onlyBatch,
    showPinned: () => change(only('is:pinned')),
    toggleMark: (uuid: string) => setMarked(marked === uuid ? undefined : uuid),
    pause: () => {
      if (!tail.buffer.paused) tail.pause();
      else if (!tail.resume()) restart();
    },
    clear: () => change({ cleared: clearedAt(tail.buffer.at(0)?.receivedAt, serverNow()) }),
  };
}

/** Returns the tail of the filter, made again when a pin changes what a filter by pins finds. */
function useFilteredTail(projectId: number, { query, chips }: ReturnType<typeof readFilter>, order: RowOrder) {
  const pins = usePins();
  const isOfPins = chips.some(({ kind }) => kind === 'is');
  return { pins, ...useTail(projectId, query, { order, revision: isOfPins ? pins.uuids.join(' ') : '' }) };
}

/** Returns whether nothing has ever arrived in this project, and how many requests had an unknown key, which do not count. */
function useFirstRun(projectId: number, tail: Tail, search: LiveSearch) {
  const { status } = useServerStatus(projectId);
  const isPlain = search.q === undefined && search.status === undefined && search.selected === undefined;
  // The status is older than the rows by up to its interval.
  const hasOwn = useSyncExternalStore(tail.subscribe, () => tail.buffer.hasOwn());
  const isNew = status !== undefined && status.accepted + status.dropped + status.rejected === status.unassigned;
  return { isFirstRun: isPlain && isNew && !hasOwn, unassigned: status?.unassigned ?? 0 };
}

type FilterState = Pick<LiveSearch, 'status' | 'cleared' | 'minutes'> & { q: string };

/** What these name has a time of its own, which the default span would cut. */
const ownSpan = new Set<FilterToken['kind']>(['since', 'until', 'request', 'test_run', 'is']);

function readFilter({ q, status: chosen, cleared, minutes: span }: FilterState) {
  const { tokens } = parseFilter(q);
  const minutes = span ?? (tokens.some(({ kind }) => ownSpan.has(kind)) ? 0 : defaultSpanMinutes);
  const named = tokens.find((token) => token.kind === 'status')?.value;
  const status = chosen ?? named;
  const chips = withoutStatus(tokens);
  const all = status === undefined ? chips : withToken(chips, { kind: 'status', value: status });
  const setAt = Date.now();
  const { status: _all, ...summaryQuery } = filterQuery(chips, setAt);
  const bounds = { minutes: String(minutes), ...(cleared === undefined ? {} : { received_from: cleared }) };
  return {
    chips,
    setAt,
    status,
    minutes,
    query: { ...filterQuery(all, setAt), ...bounds },
    summaryQuery: { ...summaryQuery, ...bounds },
  };
}

/** Returns a function for the time by the clock of the server, as the newest counts tell it; before them, by the window's. */
function useServerNow(projectId: number, query: Record<string, string>): () => number {
  const client = useQueryClient();
  return () => {
    const { data, dataUpdatedAt = 0 } = client.getQueryState(eventSummaryQuery(projectId, query).queryKey) ?? {};
    const ahead = data === undefined ? 0 : dataUpdatedAt - Date.parse(data.to);
    return Date.now() - ahead;
  };
}

/** Returns the time just after the newest row held, or now. */
function clearedAt(newest: string | undefined, now: number): string {
  const afterNewest = newest === undefined ? 0 : Date.parse(newest) + 1;
  return new Date(Math.max(afterNewest, now)).toISOString();
}
