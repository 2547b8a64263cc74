import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { isNotFound } from '../../api/errors.ts';
import { QueryState } from '../feedback/query-state.tsx';
import { BackLink } from './back-link.tsx';
import { Page } from './page.tsx';

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
  // A deleted thing is not shown, although its last state is cached.
  if (query.data !== undefined && !isNotFound(query.error)) return children(query.data);
  return (
    <Page title={title} back={<BackLink to={list.to}>{list.name}</BackLink>}>
      <QueryState query={query} what={what} />
    </Page>
  );
}
