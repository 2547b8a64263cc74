import { IconClick } from '@tabler/icons-react';
import { Group, Panel, Separator, useDefaultLayout } from 'react-resizable-panels';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { formatCount } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { RelativeTime } from '../../ui/table/relative-time.tsx';
import { SkeletonRows } from '../../ui/table/skeleton-rows.tsx';
import { type DetailProps, EventDetail } from '../detail/event-detail.tsx';
import { Onboarding } from '../onboarding/onboarding.tsx';
import headerClasses from './event-rows.module.css';
import { EventRows } from './event-rows.tsx';
import classes from './live.module.css';
import { NothingHere } from './nothing-here.tsx';
import { PinnedStrip } from './pinned-strip.tsx';
import type { Tail } from './tail.ts';
import type { LiveView } from './use-live-view.ts';
import { useTailVersion } from './use-tail.ts';

/** List and detail side by side, or what stands there while there is nothing to list. */
export function LiveContent({ view, matches }: { view: LiveView; matches: DetailProps['matches'] }) {
  const layout = useDefaultLayout({ id: 'benchtop-live', storage: localStorage });
  const { selected } = view;
  if (view.isFirstRun) {
    return (
      <div className={classes.scroll}>
        <Onboarding onSent={view.select} />
      </div>
    );
  }
  return (
    <Group
      className={classes.split}
      orientation="horizontal"
      defaultLayout={layout.defaultLayout}
      onLayoutChanged={layout.onLayoutChanged}
    >
      <Panel id="list" defaultSize="56" minSize={320}>
        <div className={classes.side}>
          <ListSide view={view} />
        </div>
      </Panel>
      <Separator className={classes.separator} aria-label="Width of list and detail" />
      <Panel id="detail" minSize={340}>
        <div className={classes.side}>
          {selected === undefined ? <NoSelection /> : <DetailSide view={view} uuid={selected} matches={matches} />}
        </div>
      </Panel>
    </Group>
  );
}

type DetailSideProps = Pick<DetailProps, 'uuid' | 'matches'> & { view: LiveView };

function DetailSide({ view, uuid, matches }: DetailSideProps) {
  return (
    <EventDetail
      uuid={uuid}
      tab={view.search.tab ?? 'event'}
      marked={view.marked}
      isPinned={view.pins.pins.includes(uuid)}
      resend={view.resend}
      paneRef={view.paneRef}
      onTab={(tab) => view.change({ tab }, true)}
      onMark={() => view.toggleMark(uuid)}
      onPin={() => view.pins.toggle(uuid)}
      onBatch={view.onlyBatch}
      onSelect={view.select}
      matches={matches}
    />
  );
}

function ListSide({ view }: { view: LiveView }) {
  const { tail, filter, search, selected, pins } = view;
  const version = useTailVersion(tail);
  const { state, buffer } = tail;
  if ((state.kind === 'refused' || state.kind === 'lost') && !state.hasLoaded) {
    return <ErrorState what="The events" error={state.error} onRetry={() => tail.retryNow()} />;
  }
  return (
    <>
      {state.kind === 'refused' && <ErrorNote what="follow the events" error={state.error} />}
      <PinnedStrip pins={pins.pins} selected={selected} onSelect={view.select} onUnpin={pins.toggle} />
      <div className={headerClasses.header} aria-hidden="true">
        <span />
        <span>Status</span>
        <span>Event</span>
        <span>Person</span>
        <span>Details</span>
        <span>Arrived</span>
      </div>
      {state.kind === 'loading' || (buffer.length === 0 && tail.isSearching) ? (
        <SkeletonRows
          rows={14}
          label={state.kind === 'loading' ? 'Loading the events' : 'Looking through older events'}
        />
      ) : buffer.length === 0 ? (
        <div className={classes.scroll}>
          <NothingHere
            tokens={filter.chips}
            status={filter.status}
            isCleared={search.cleared !== undefined}
            onClearFilter={view.clearFilter}
            onUnclear={() => view.change({ cleared: undefined })}
          />
        </div>
      ) : (
        <EventRows
          tail={tail}
          version={version}
          selected={selected}
          marked={view.marked}
          pinned={pins.pins}
          listRef={view.listRef}
          onSelect={view.select}
          onBatch={view.onlyBatch}
        />
      )}
      <Foot tail={tail} cleared={search.cleared} onUnclear={() => view.change({ cleared: undefined })} />
    </>
  );
}

/** What the list holds, and what stands below its end. */
function Foot({ tail, cleared, onUnclear }: { tail: Tail; cleared: string | undefined; onUnclear: () => void }) {
  const { buffer } = tail;
  const oldest = buffer.at(buffer.length - 1);
  return (
    <footer className={classes.foot}>
      <span>
        {loadedWords(buffer)}
        {oldest !== undefined && (
          <>
            , oldest <RelativeTime date={oldest.receivedAt} />
          </>
        )}
      </span>
      {tail.olderError !== null ? (
        <button type="button" className={classes.link} onClick={() => void tail.loadOlder()}>
          Older events could not be loaded. Try again
        </button>
      ) : buffer.isFull ? (
        <span>The list is full. Narrow the filter to reach older events.</span>
      ) : (
        tail.hasOlder && <span>{tail.isSearching ? 'Loading older ones' : 'Scroll down for older ones'}</span>
      )}
      {cleared !== undefined && (
        <button type="button" className={classes.link} onClick={onUnclear}>
          Cleared. Show earlier events
        </button>
      )}
    </footer>
  );
}

/** "20 events loaded", or "2,001 events loaded in 20 rows" where a row stands for many. */
function loadedWords({ length, total }: Tail['buffer']): string {
  const events = `${formatCount(total)} ${total === 1 ? 'event' : 'events'} loaded`;
  return total === length ? events : `${events} in ${formatCount(length)} ${length === 1 ? 'row' : 'rows'}`;
}

function NoSelection() {
  return (
    <div className={classes.hint}>
      <Icon of={IconClick} size={24} />
      <p>Select an event to see its properties, its way through the server, its person and the raw request.</p>
      <p>
        <kbd>j</kbd>
        <kbd>k</kbd> move, <kbd>?</kbd> shows all keys
      </p>
    </div>
  );
}
