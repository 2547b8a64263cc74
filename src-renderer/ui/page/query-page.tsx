import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { isNotFound } from '../../api/errors.ts';
import { Notice } from '../feedback/notice.tsx';
import { QueryState } from '../feedback/query-state.tsx';
import { uiWords } from '../words.ts';
import { BackLink } from './back-link.tsx';
import classes from './detail-page.module.css';
import { Page } from './page.tsx';
import { UnsavedContext } from './unsaved.ts';

type Props<Data, Key extends QueryKey> = {
  query: UseQueryOptions<Data, Error, Data, Key>;
  /** While loading. */
  title: string;
  list: { to: ComponentProps<typeof BackLink>['to']; name: string };
  /** What is loaded, as in "could not load …". */
  what: string;
  children: (data: Data) => ReactNode;
};

/** Additions of a feature to the page of one thing. */
export type PageSlot<Name extends string, Data> = Readonly<Record<Name, (data: Data) => ReactNode>>;

/** Shows the page of one thing, once it is loaded. */
export function QueryPage<Data, Key extends QueryKey>({ title, list, what, children, ...asked }: Props<Data, Key>) {
  const query = useQuery(asked.query);
  const [isUnsaved, setUnsaved] = useState(false);
  const isGone = isNotFound(query.error);
  // A deleted thing is not shown, although its last state is cached, unless somebody is editing it.
  if (query.data !== undefined && (!isGone || isUnsaved))
    return (
      <UnsavedContext value={setUnsaved}>
        <div className={isGone ? classes.page : classes.slot}>
          {isGone && (
            <Notice tone="danger" role="status">
              {uiWords.form.gone(what)}
            </Notice>
          )}
          {children(query.data)}
        </div>
      </UnsavedContext>
    );
  return (
    <Page title={title} back={<BackLink to={list.to}>{list.name}</BackLink>}>
      <QueryState query={query} what={what} />
    </Page>
  );
}
