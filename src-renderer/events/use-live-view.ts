import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { useProject } from '../projects/current-project.ts';
import { filterQuery } from './filter-query.ts';
import { type FilterToken, parseFilter, printFilter, withoutKind, withToken } from './filter-tokens.ts';
import type { LiveSearch } from './live-search.ts';
import { usePins } from './pinned-strip.tsx';
import { useResend } from './use-resend.ts';
import { useSelection } from './use-selection.ts';
import { useTail } from './use-tail.ts';

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
  const { tail, version, restart } = useTail(project.id, filter.query, search.cleared);
  const [selected, select] = useSelection(search.selected, (uuid) => change({ selected: uuid }, true));
  const [marked, setMarked] = useState<string>();
  const resend = useResend();
  const pins = usePins();
  const listRef = useRef<HTMLDivElement>(null);
  const paneRef = useRef<HTMLElement>(null);
  const inputRef = useRef<HTMLInputElement>(null);

  const isPlain = filter.chips.length === 0 && filter.status === undefined && search.cleared === undefined;
  const isEmpty =
    tail.state.kind === 'live' && !tail.isSearching && tail.buffer.length + tail.buffer.backlogCount === 0;
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
    version,
    selected,
    select,
    marked,
    resend,
    pins,
    listRef,
    paneRef,
    inputRef,
    setFilter,
    /** Nothing has ever arrived in this project. */
    isFirstRun: isPlain && isEmpty && selected === undefined,
    clearFilter: () => change({ q: undefined, status: undefined }),
    onlyBatch: (requestId: number) => setFilter([{ kind: 'request', value: requestId }]),
    toggleMark: (uuid: string) => setMarked(marked === uuid ? undefined : uuid),
    pause: () => {
      if (!tail.buffer.paused) tail.pause();
      else if (!tail.resume()) restart();
    },
    clear: () => change({ cleared: clearedAt(tail.buffer.at(0)?.receivedAt) }),
  };
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
