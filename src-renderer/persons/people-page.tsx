import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { SearchField } from '../ui/form/fields/search-field.tsx';
import { Page } from '../ui/page/page.tsx';
import { PeopleTabs } from './people-tabs.tsx';
import classes from './persons.module.css';

type Props = {
  title: string;
  words: { description: string; search: string };
  /** In the address. */
  search: string;
  children: ReactNode;
};

/** The page of persons or of groups: tabs and a search above a list. */
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
