import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { SearchField } from '../ui/form/search-field.tsx';
import { Page } from '../ui/page/page.tsx';
import { PeopleTabs } from './people-tabs.tsx';
import classes from './persons.module.css';

type Props = {
  title: string;
  description: string;
  searchLabel: string;
  /** In the address. */
  search: string;
  children: ReactNode;
};

/** The page of persons or of groups: tabs and a search above a list. */
export function PeoplePage({ title, description, searchLabel, search, children }: Props) {
  const navigate = useNavigate();
  const setSearch = (text: string) =>
    void navigate({ to: '.', search: (previous) => ({ ...previous, search: text || undefined }), replace: true });
  return (
    <Page title={title} description={description}>
      <div className={classes.toolbar}>
        <PeopleTabs />
        <SearchField label={searchLabel} value={search} onChange={setSearch} />
      </div>
      {children}
    </Page>
  );
}
