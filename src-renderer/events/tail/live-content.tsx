import { IconClick } from '@tabler/icons-react';
import { type ReactNode, Suspense, useRef } from 'react';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazy/lazy-part.ts';
import { SplitPanes } from '../../ui/page/split-panes.tsx';
import { RelativeTime } from '../../ui/table/relative-time.tsx';
import { SkeletonRows } from '../../ui/table/skeleton-rows.tsx';
import { earlyWords } from '../detail/early-words.ts';
import type { DetailProps } from '../detail/event-detail.tsx';
import type { Drafts } from '../detail/use-resend.ts';
import { withToken } from '../filters/filter-tokens.ts';
import { liveSearch, type RowOrder, type TimeShown } from '../filters/live-search.ts';
import { RecordFilter } from '../recording/record-filter.tsx';
import classes from './live.module.css';
import { NothingHere } from './nothing-here.tsx';
import headerClasses from './rows/event-rows.module.css';
import { EventRows } from './rows/event-rows.tsx';
import { maxSorted } from './rows/row-order.ts';
import type { Tail } from './tail.ts';
import { TimeMenu } from './time/time-menu.tsx';
import type { LiveView } from './use-live-view.ts';
import { useTailPart, useTailVersion } from './use-tail.ts';
import { liveWords } from './words.ts';

const EventDetail = lazyPart(() => import('../detail/event-detail.tsx'), 'EventDetail');
const PinnedStrip = lazyPart(() => import('../pins/pinned-strip.tsx'), 'PinnedStrip');
const LeaveGuard = lazyPart(() => import('../../ui/form/leave-guard.tsx'), 'LeaveGuard');
const Onboarding = lazyPart(() => import('../onboarding/onboarding.tsx'), 'Onboarding');

/** Shows list and detail side by side, or the first steps while there are no events. */
export function LiveContent({ view, matches }: { view: LiveView; matches: DetailProps['matches'] }) {
  const { selected } = view;
  const drafts = useRef<Drafts>(new Map()).current;
  const wasSelected = useRef(false);
  wasSelected.current ||= selected !== undefined;
  if (view.isFirstRun) {
    return (
      <div className={classes.scroll}>
        <Suspense>
          <Onboarding
            unassigned={view.unassigned}
            onSent={view.select}
            onUnassigned={() => view.change({ status: 'unassigned', minutes: 0 })}
          />
        </Suspense>
      </div>
    );
  }
  return (
    <SplitPanes
      storageKey="benchtop-live-list"
      defaultShare={56}
      least={[320, 340]}
      label={liveWords.list.width}
      first={
        <div className={classes.side}>
          <ListSide view={view} />
        </div>
      }
      second={
        <div className={classes.side}>
          {selected === undefined ? (
            <NoSelection />
          ) : (
            <Suspense fallback={<SkeletonRows rows={10} label={earlyWords.loading} />}>
              <DetailSide view={view} uuid={selected} drafts={drafts} matches={matches} />
            </Suspense>
          )}
          {wasSelected.current && (
            <Suspense>
              <LeaveGuard isDirty={() => drafts.size > 0} what={liveWords.list.unsaved} />
            </Suspense>
          )}
        </div>
      }
    />
  );
}

type DetailSideProps = Pick<DetailProps, 'uuid' | 'drafts' | 'matches'> & { view: LiveView };

function DetailSide({ view, uuid, drafts, matches }: DetailSideProps) {
  return (
    <EventDetail
      uuid={uuid}
      tab={view.search.tab ?? 'event'}
      marked={view.marked}
      isPinned={view.pins.uuids.includes(uuid)}
      resend={view.resend}
      drafts={drafts}
      paneRef={view.paneRef}
      compareWith={view.search.with}
      onCompareWith={(uuid) => view.change(liveSearch.pick({ with: true }).parse({ with: uuid }), true)}
      onTab={(tab) => view.change({ tab }, true)}
      onMark={() => view.toggleMark(uuid)}
      onPin={() => view.pins.toggle(uuid)}
      onBatch={view.onlyBatch}
      onFilter={(token) => view.setFilter(withToken(view.filter.chips, token))}
      onSelect={view.select}
      matches={matches}
    />
  );
}

function ListSide({ view }: { view: LiveView }) {
  const { tail, search, selected, pins } = view;
  const { time = 'relative' } = search;
  const state = useTailPart(tail, (tail) => tail.state);
  if ((state.kind === 'refused' || state.kind === 'lost') && !state.hasLoaded) {
    return <ErrorState what={liveWords.list.what} error={state.error} onRetry={() => tail.retryNow()} />;
  }
  return (
    <>
      {state.kind === 'refused' && <ErrorNote what={liveWords.list.follow} error={state.error} />}
      {pins.pins.length > 0 && (
        <Suspense>
          <PinnedStrip
            pins={pins.pins}
            selected={selected}
            onSelect={view.select}
            onUnpin={pins.toggle}
            onShowOnly={view.showPinned}
          />
        </Suspense>
      )}
      <div className={headerClasses.header} data-time={time}>
        <span />
        <span aria-hidden="true">{liveWords.list.status}</span>
        <span aria-hidden="true">{liveWords.list.event}</span>
        <span aria-hidden="true">{liveWords.list.person}</span>
        <span aria-hidden="true">{liveWords.list.details}</span>
        <TimeMenu
          time={time}
          order={view.order}
          onTime={(shown) => view.change({ time: shown })}
          onOrder={(order) => view.change({ order })}
        />
      </div>
      <ListBody view={view} time={time} />
    </>
  );
}

/** Shows the rows, apart from what surrounds them because they render with each arrival. */
function ListBody({ view, time }: { view: LiveView; time: TimeShown }) {
  const { tail, filter, search, selected, pins } = view;
  const version = useTailVersion(tail);
  const { state, buffer } = tail;
  return (
    <>
      {state.kind === 'loading' || (buffer.length === 0 && tail.isSearching) ? (
        <SkeletonRows rows={14} label={state.kind === 'loading' ? liveWords.list.loading : liveWords.list.searching} />
      ) : buffer.length === 0 ? (
        <div className={classes.scroll}>
          <NothingHere
            tokens={filter.chips}
            setAt={filter.setAt}
            status={filter.status}
            isCleared={search.cleared !== undefined}
            minutes={view.minutes}
            isPaused={buffer.paused}
            onClearFilter={view.clearFilter}
            onChange={view.setFilter}
            onAllTime={() => view.change({ minutes: 0 })}
            onUnclear={() => view.change({ cleared: undefined })}
          />
        </div>
      ) : (
        <EventRows
          tail={tail}
          version={version}
          selected={selected}
          marked={view.marked}
          pinned={pins.uuids}
          time={time}
          order={view.order}
          listRef={view.listRef}
          onSelect={view.select}
          onBatch={view.onlyBatch}
        />
      )}
      <Foot
        tail={tail}
        record={<RecordFilter query={filter.query} summaryQuery={filter.summaryQuery} status={filter.status} />}
        order={view.order}
        cleared={search.cleared}
        onUnclear={() => view.change({ cleared: undefined })}
      />
    </>
  );
}

type FootProps = {
  tail: Tail;
  record: ReactNode;
  order: RowOrder;
  cleared: string | undefined;
  onUnclear: () => void;
};

/** Shows the number of loaded events, how to load more, and how to record all. */
function Foot({ tail, record, order, cleared, onUnclear }: FootProps) {
  const { buffer } = tail;
  const oldest = buffer.at(buffer.length - 1);
  return (
    <footer className={classes.foot}>
      <span>
        {tail.state.kind !== 'loading' && liveWords.list.loaded(buffer.total, buffer.length)}
        {oldest !== undefined && (
          <>
            {liveWords.list.oldest}
            <RelativeTime date={oldest.receivedAt} />
          </>
        )}
      </span>
      {tail.olderError !== null ? (
        <button type="button" className={classes.link} onClick={() => void tail.loadOlder()}>
          {liveWords.list.olderFailed}
        </button>
      ) : buffer.isFull ? (
        <span>{liveWords.list.full}</span>
      ) : (
        tail.hasOlder && <span>{tail.isSearching ? liveWords.list.loadingOlder : liveWords.list.scroll}</span>
      )}
      {order === 'event' && <span>{liveWords.time.sorted(maxSorted)}</span>}
      {cleared !== undefined && (
        <button type="button" className={classes.link} onClick={onUnclear}>
          {liveWords.list.showCleared}
        </button>
      )}
      {record}
    </footer>
  );
}

function NoSelection() {
  return (
    <div className={classes.hint}>
      <Icon of={IconClick} size={24} />
      <p>{liveWords.list.select}</p>
      <p>
        <kbd>{liveWords.list.nextKey}</kbd>
        <kbd>{liveWords.list.previousKey}</kbd> {liveWords.list.move} <kbd>?</kbd> {liveWords.list.allKeys}
      </p>
    </div>
  );
}
