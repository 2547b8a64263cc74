import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useRefusal } from '../../api/permissions.ts';
import { assigningTestRunsQuery } from '../../test-runs/queries.ts';
import { lazyPart } from '../../ui/lazy/lazy-part.ts';
import { PageTitle } from '../../ui/page/page.tsx';
import { Arrivals } from '../arrivals/arrivals.tsx';
import type { DetailProps } from '../detail/event-detail.tsx';
import { resendable } from '../detail/outgoing.ts';
import { FilterBar } from '../filters/filter-bar.tsx';
import { printFilter, withToken } from '../filters/filter-tokens.ts';
import { SavedViews } from '../filters/saved-views.tsx';
import { eventDetailQuery } from '../queries.ts';
import { StartTestRun } from '../test-run/start-test-run.tsx';
import { ArrivalAnnouncer } from './arrival-announcer.tsx';
import classes from './live.module.css';
import { LiveContent } from './live-content.tsx';
import { LiveToolbar } from './live-toolbar.tsx';
import { useLiveKeys } from './use-live-keys.ts';
import { type LiveView, useLiveView } from './use-live-view.ts';
import { liveWords } from './words.ts';

const ConnectDialog = lazyPart(() => import('../onboarding/snippet-tabs.tsx'), 'ConnectDialog');
const TestRunBar = lazyPart(() => import('../test-run/test-run-bar.tsx'), 'TestRunBar');

/** Shows every event as it arrives, with its outcome. */
export function EventList({ matches, onKeys }: Pick<DetailProps, 'matches'> & { onKeys: () => void }) {
  const view = useLiveView();
  /** Undefined until it is first opened. */
  const [connecting, setConnecting] = useState<boolean>();
  const { tail, filter, change, search } = view;
  const { setFilter, pause, clear, inputRef } = view;
  const { data: assigning = [] } = useQuery(assigningTestRunsQuery(view.project.id));
  useKeys(view);
  return (
    <div className={classes.live}>
      <PageTitle>{liveWords.toolbar.title}</PageTitle>
      <LiveToolbar
        tail={tail}
        isCleared={search.cleared !== undefined}
        filter={
          <FilterBar
            tokens={filter.chips}
            setAt={filter.setAt}
            onChange={setFilter}
            inputRef={inputRef}
            onExit={() => {
              inputRef.current?.blur();
              view.listRef.current?.focus({ preventScroll: true });
            }}
          />
        }
        views={
          <SavedViews
            current={{ filter: printFilter(filter.chips), status: filter.status ?? null }}
            onOpen={(view) => change({ q: view.filter || undefined, status: view.status ?? undefined })}
          />
        }
        testRun={<StartTestRun selected={view.selected} />}
        onPause={pause}
        onClear={clear}
        onUnclear={() => change({ cleared: undefined })}
        onConnect={() => setConnecting(true)}
        onKeys={onKeys}
      />
      {assigning.length > 0 && (
        <Suspense>
          <TestRunBar
            runs={assigning}
            onShow={(run) => setFilter(withToken(filter.chips, { kind: 'test_run', value: run }))}
          />
        </Suspense>
      )}
      {!view.isFirstRun && (
        <Arrivals
          tail={tail}
          query={filter.summaryQuery}
          status={filter.status}
          minutes={view.minutes}
          cleared={search.cleared}
          onStatus={(status) => change({ status })}
          onMinutes={(minutes) => change({ minutes })}
        />
      )}
      <LiveContent view={view} matches={matches} />
      <ArrivalAnnouncer tail={tail} />
      {connecting !== undefined && (
        <Suspense>
          <ConnectDialog opened={connecting} onClose={() => setConnecting(false)} />
        </Suspense>
      )}
    </div>
  );
}

function useKeys(view: LiveView) {
  const navigate = useNavigate();
  const mayWrite = useRefusal('write') === undefined;
  const client = useQueryClient();
  const { tail, selected, select, listRef, paneRef, inputRef, project, resend } = view;
  const withSelected = (act: (uuid: string) => void) => () => selected !== undefined && act(selected);
  const cached = (uuid: string) => client.getQueryData(eventDetailQuery(project.id, uuid).queryKey);
  useLiveKeys(listRef, {
    move: (by) => {
      const { rows } = tail;
      const last = rows.length - 1;
      const from = rows.indexOf(selected);
      const to = by === 'first' ? 0 : by === 'last' ? last : from < 0 ? 0 : from + by;
      const row = rows.at(Math.max(0, Math.min(last, to)));
      if (row !== undefined) select(row.uuid);
      listRef.current?.focus({ preventScroll: true });
    },
    enterDetail: () => paneRef.current?.focus(),
    leave: () => {
      if (document.activeElement !== listRef.current && selected !== undefined)
        listRef.current?.focus({ preventScroll: true });
      else select(undefined);
    },
    pin: withSelected(view.pins.toggle),
    mark: withSelected(view.toggleMark),
    diff: withSelected(() => view.change({ tab: 'diff' }, true)),
    expect: withSelected((uuid) => {
      if (mayWrite && cached(uuid)?.status === 'accepted')
        void navigate({ to: '/test-runs/expectations/new', search: { event: uuid } });
    }),
    resend: withSelected((uuid) => {
      const event = cached(uuid);
      if (event === undefined) return;
      const outgoing = resendable(event, project.api_key ?? '', crypto.randomUUID());
      if (!('missing' in outgoing) && outgoing.lacks === null) resend.mutate({ outgoing, from: uuid });
    }),
    onlyBatch: withSelected((uuid) => {
      const requestId = tail.buffer.at(tail.buffer.indexOf(uuid))?.requestId ?? cached(uuid)?.request_id;
      if (requestId !== undefined && requestId !== null) view.onlyBatch(requestId);
    }),
    focusFilter: () => inputRef.current?.focus(),
    pause: view.pause,
  });
}
