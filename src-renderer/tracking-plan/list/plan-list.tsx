import { IconListCheck } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useProject } from '../../projects/current-project.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { NothingShown } from '../../ui/feedback/nothing-shown.tsx';
import { SearchField } from '../../ui/form/fields/search-field.tsx';
import layout from '../../ui/layout.module.css';
import { KeptTab } from '../../ui/page/kept-tab.tsx';
import classes from '../../ui/page/list-page.module.css';
import { Page } from '../../ui/page/page.tsx';
import { ListTabs } from '../../ui/page/page-tabs.tsx';
import { useChangeSearch } from '../../ui/page/use-change-search.ts';
import { PagedTable } from '../../ui/table/paged-table.tsx';
import { planEventsQuery, violationsQuery } from '../queries.ts';
import { planWords } from '../words.ts';
import { EventFilters, ViolationFilters } from './list-filters.tsx';
import type { PlanListSearch } from './list-search.ts';
import { planTable } from './plan-columns.tsx';
import { PlanFile } from './plan-file.tsx';
import { PlanSettings } from './plan-settings.tsx';
import { violationTable } from './violation-columns.tsx';
import { words } from './words.ts';

const route = getRouteApi('/tracking-plan');

/** Shows the events of the tracking plan; on other tabs what does not fit it, and its settings. */
export function PlanList() {
  const address = route.useSearch();
  const change = useChangeSearch<PlanListSearch>(route);
  const { tab = 'all', search = '' } = address;
  const isList = tab === 'all';
  const isSettings = tab === 'settings';
  const [saveSlot, setSaveSlot] = useState<HTMLElement | null>(null);
  return (
    <Page
      title={planWords.trackingPlan}
      description={tab === 'violations' ? words.violationsDescription : words.description}
      actions={
        <>
          <PlanFile />
          <div ref={setSaveSlot} className={layout.line} />
        </>
      }
    >
      <div className={classes.toolbar}>
        <ListTabs {...words.tabs} current={tab} />
        {isList && (
          <div className={classes.filters}>
            <SearchField
              label={words.search}
              value={search}
              onChange={(text) => change({ search: text === '' ? undefined : text })}
            />
            <EventFilters address={address} change={change} />
          </div>
        )}
        {tab === 'violations' && (
          <div className={classes.filters}>
            <ViolationFilters address={address} change={change} />
          </div>
        )}
      </div>
      {isList && <Events search={search} locked={address.locked ?? null} />}
      {tab === 'violations' && <Violations address={address} />}
      <KeptTab isShown={isSettings}>
        <PlanSettings slot={saveSlot} isShown={isSettings} />
      </KeptTab>
    </Page>
  );
}

function Events({ search, locked }: { search: string; locked: boolean | null }) {
  return (
    <PagedTable
      table={planTable}
      query={planEventsQuery(useProject().id, search, locked)}
      empty={<NoEvents isFiltered={search !== '' || locked !== null} />}
    />
  );
}

function NoEvents({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return <NothingShown reason={words.noMatch} icon={IconListCheck} to="/tracking-plan" showAll={words.showAll} />;
  }
  const { title, about, getStarted } = words.first;
  return (
    <EmptyState title={title} icon={IconListCheck} action={<Link to="/get-started">{getStarted}</Link>}>
      {about}
    </EmptyState>
  );
}

function Violations({ address: { event, property, kind, build } }: { address: PlanListSearch }) {
  const isFiltered = [event, property, kind, build].some((filter) => filter !== undefined);
  const { title, text, noMatch } = words.noViolations;
  return (
    <PagedTable
      table={violationTable}
      query={violationsQuery(useProject().id, { event, property, kind, build })}
      empty={
        <EmptyState title={title} icon={IconListCheck}>
          {isFiltered ? noMatch : text}
        </EmptyState>
      }
    />
  );
}
