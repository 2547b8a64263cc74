import { Button } from '@mantine/core';
import { IconActivity, IconLock, IconLockOpen } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PlanEvent } from '#server/tracking-plan/contract.ts';
import { useGuard } from '../../api/permissions.ts';
import { printToken } from '../../events/filters/filter-tokens.ts';
import { DeletedNote } from '../../events/retention/deleted-note.tsx';
import { useProject } from '../../projects/current-project.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { BackLink } from '../../ui/page/back-link.tsx';
import { DetailHeader } from '../../ui/page/detail-header.tsx';
import page from '../../ui/page/detail-page.module.css';
import { KeptTab } from '../../ui/page/kept-tab.tsx';
import { PageTabs, tabNamed } from '../../ui/page/page-tabs.tsx';
import { QueryPage } from '../../ui/page/query-page.tsx';
import { PagedTable } from '../../ui/table/paged-table.tsx';
import { RelativeTime } from '../../ui/table/relative-time.tsx';
import looks from '../../ui/text.module.css';
import { countEvents } from '../../ui/words.ts';
import { LockState } from '../list/plan-columns.tsx';
import { eventViolationTable } from '../list/violation-columns.tsx';
import { planEventQuery, violationsQuery } from '../queries.ts';
import { useLockEvent } from '../use-lock-event.ts';
import { planWords } from '../words.ts';
import { BuildTable } from './build-table.tsx';
import { PropertyTable } from './property-table.tsx';
import { SchemaTab } from './schema-tab.tsx';
import { words } from './words.ts';

const route = getRouteApi('/tracking-plan/event');
const list = { to: '/tracking-plan', name: planWords.trackingPlan } as const;
const frame = { title: planWords.event, list, what: words.thisEvent };
const { names } = words.tabs;

/** Shows an event of the tracking plan: its properties, builds, violations and schema. */
export function PlanEventPage() {
  const { event } = route.useSearch();
  return (
    <QueryPage {...frame} query={planEventQuery(useProject().id, event)}>
      {(read) => <ShownEvent key={event} event={read} />}
    </QueryPage>
  );
}

function ShownEvent({ event }: { event: PlanEvent }) {
  const tab = tabNamed(names, route.useSearch().tab) ?? 'properties';
  // Its list counts kinds of violations.
  const marks = { violations: event.violations > 0 && countEvents(event.violations) };
  const parts: Record<Exclude<typeof tab, 'schema'>, ReactNode> = {
    properties: <PropertyTable event={event} />,
    builds: <BuildTable event={event} />,
    violations: <EventViolations event={event} />,
  };
  return (
    <div className={page.page}>
      <DetailHeader
        isMono
        name={event.event}
        back={<BackLink to={list.to}>{list.name}</BackLink>}
        beside={<LockState {...event} />}
        below={<Facts event={event} />}
        actions={<Actions event={event} />}
      />
      <PageTabs {...words.tabs} marks={marks} current={tab} unnamed="properties" className={page.tabs} />
      <div className={page.body}>
        <DeletedNote />
        {tab !== 'schema' && parts[tab]}
        <KeptTab isShown={tab === 'schema'}>
          <SchemaTab event={event} />
        </KeptTab>
      </div>
    </div>
  );
}

function Facts({ event }: { event: PlanEvent }) {
  const { first_seen: first, last_seen: last } = event;
  return (
    <p className={looks.facts}>
      <span>{words.events(event.events)}</span>
      <span>{words.builds(event.build_count)}</span>
      {first !== null && (
        <span>
          {words.firstSeen} <RelativeTime date={first} />
        </span>
      )}
      {last !== null && (
        <span>
          {words.lastSeen} <RelativeTime date={last} />
        </span>
      )}
    </p>
  );
}

function Actions({ event: { event, lock: locked, events } }: { event: PlanEvent }) {
  const { lock, unlock } = useLockEvent();
  const guard = useGuard('edit_definitions');
  const q = printToken({ kind: 'event', value: event });
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon of={IconActivity} />}
        renderRoot={(props) => <Link to="/live" search={{ q, minutes: 0 }} {...props} />}
      >
        {words.show}
      </Button>
      {locked === null ? (
        <Button
          leftSection={<Icon of={IconLock} />}
          disabled={events === 0}
          {...guard}
          onClick={() => void lock(event)}
        >
          {planWords.lock}
        </Button>
      ) : (
        <Button
          variant="default"
          leftSection={<Icon of={IconLockOpen} />}
          {...guard}
          onClick={() => void unlock(event, locked.schema)}
        >
          {planWords.unlock}
        </Button>
      )}
    </>
  );
}

/** Lists what of an event does not fit its schema. */
function EventViolations({ event: { event, is_locked: isLocked } }: { event: PlanEvent }) {
  const { title, locked, unlocked } = words.noViolations;
  return (
    <PagedTable
      table={eventViolationTable}
      query={violationsQuery(useProject().id, { event })}
      empty={<EmptyState title={title}>{isLocked ? locked : unlocked}</EmptyState>}
    />
  );
}
