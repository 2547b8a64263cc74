import { Link, useNavigate } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import { SearchField } from '../ui/form/fields/search-field.tsx';
import { Page } from '../ui/page/page.tsx';
import classes from './persons.module.css';
import { words } from './words.tsx';

type Props = {
  title: string;
  words: { description: string; search: string };
  /** In the address. */
  search: string;
  children: ReactNode;
};

/** Shows the page of persons or of groups: tabs and a search above a list. */
export function PeoplePage({ title, words, search, children }: Props) {
  const navigate = useNavigate();
  const setSearch = (text: string) =>
    void navigate({ to: '.', search: (previous) => ({ ...previous, search: text || undefined }), replace: true });
  return (
    <Page title={title} description={words.description}>
      <div className={classes.toolbar}>
        <PeopleTabs />
        <SearchField label={words.search} value={search} onChange={setSearch} />
      </div>
      {children}
    </Page>
  );
}

type NoPeopleProps = Pick<ComponentProps<typeof EmptyState>, 'icon' | 'action'> & {
  words: { noMatch: (search: string) => string; noMatchHint: string; empty: string; emptyHint: ReactNode };
  search: string;
};

/** Explains why the list is empty; `action` is for one without a search. */
export function NoPeople({ words, search, action, ...look }: NoPeopleProps) {
  if (search !== '') {
    return (
      <EmptyState {...look} title={words.noMatch(search)}>
        {words.noMatchHint}
      </EmptyState>
    );
  }
  return (
    <EmptyState {...look} title={words.empty} action={action}>
      {words.emptyHint}
    </EmptyState>
  );
}

const shown = { 'data-current': 'true' };

/** Switches between persons and groups, which share one entry of the sidebar. */
function PeopleTabs() {
  return (
    <nav aria-label={words.kind} className={classes.tabs}>
      <Link to="/persons" className={classes.tab} activeOptions={{ includeSearch: false }} activeProps={shown}>
        {words.persons}
      </Link>
      <Link to="/groups" className={classes.tab} activeOptions={{ includeSearch: false }} activeProps={shown}>
        {words.groups}
      </Link>
    </nav>
  );
}
