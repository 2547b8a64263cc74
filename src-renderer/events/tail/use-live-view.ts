import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useProject } from '../../projects/current-project.ts';
import { useResend } from '../detail/use-resend.ts';
import { filterQuery } from '../filters/filter-query.ts';
import { type FilterToken, parseFilter, printFilter, withoutKind, withToken } from '../filters/filter-tokens.ts';
import type { LiveSearch } from '../filters/live-search.ts';
import { usePins } from './pinned-strip.tsx';
import type { Tail } from './tail.ts';
import { useSelection } from './use-selection.ts';
import { useIsEmpty, useTail } from './use-tail.ts';

const route = getRouteApi('/live');

export type LiveView = ReturnType<typeof useLiveView>;

/** The URL's state, the tail that follows from it, and what can be done with both. */
export function useLiveView() {
  const project = useProject();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (part: Partial<LiveSearch>, replace = false) =>
    void navigate({ search: (previous) => ({ ...previous, ...part }), replace });
  const filter = useMemo(() => readFilter(search.q ?? '', search.status), [search.q, search.status]);
  const { tail, restart } = useTail(project.id, filter.query, search.cleared);
  const [selected, select] = useSelection(search.selected, (uuid) => change({ selected: uuid }, true));
  const [marked, setMarked] = useState<string>();
  const resend = useResend();
  const pins = usePins();
  const listRef = useRef<HTMLDivElement>(null);
  const paneRef = useRef<HTMLElement>(null);
  const inputRef = useRef<HTMLInputElement>(null);

  // Stable, or every row would be drawn again with it.
  const onlyBatch = useCallback(
    (id: number) => void navigate({ search: (last) => ({ ...last, q: `request:${id}`, status: undefined }) }),
    [navigate],
  );
  const setFilter = (tokens: FilterToken[]) => {
    const status = tokens.find((token) => token.kind === 'status')?.value ?? filter.status;
    const q = printFilter(withoutKind(tokens, 'status'));
    change({ q: q === '' ? undefined : q, status });
  };
  return {
    project,
    search,
    change,
    filter,
    tail,
    selected,
    select,
    marked,
    resend,
    pins,
    listRef,
    paneRef,
    inputRef,
    setFilter,
    isFirstRun: useIsFirstRun(tail, filter, search),
    clearFilter: () => change({ q: undefined, status: undefined }),
    onlyBatch,
    toggleMark: (uuid: string) => setMarked(marked === uuid ? undefined : uuid),
    pause: () => {
      if (!tail.buffer.paused) tail.pause();
      else if (!tail.resume()) restart();
    },
    clear: () => change({ cleared: clearedAt(tail.buffer.at(0)?.receivedAt) }),
  };
}

/** Nothing has ever arrived in this project. */
function useIsFirstRun(tail: Tail, { chips, status }: ReturnType<typeof readFilter>, search: LiveSearch): boolean {
  const isEmpty = useIsEmpty(tail);
  const isNarrow = chips.length > 0 || status !== undefined || search.cleared !== undefined;
  return isEmpty && !isNarrow && search.selected === undefined;
}

function readFilter(q: string, chosen: LiveSearch['status']) {
  const { tokens } = parseFilter(q);
  const named = tokens.find((token) => token.kind === 'status')?.value;
  const status = chosen ?? named;
  const chips = withoutKind(tokens, 'status');
  const all = status === undefined ? chips : withToken(chips, { kind: 'status', value: status });
  const now = Date.now();
  const { status: _all, ...summaryQuery } = filterQuery(withoutKind(chips, 'reason'), now);
  return { chips, status, query: filterQuery(all, now), summaryQuery };
}

/** Just after the newest row held, or now: rows are compared by the server's clock, which the window's may differ from. */
function clearedAt(newest: string | undefined): string {
  const afterNewest = newest === undefined ? 0 : Date.parse(newest) + 1;
  return new Date(Math.max(afterNewest, Date.now())).toISOString();
}
