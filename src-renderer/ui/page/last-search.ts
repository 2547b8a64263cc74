import { createContext, useContext } from 'react';

/** The search of each page of this window when it was last left, by path. */
export const LastSearchContext = createContext<ReadonlyMap<string, object>>(new Map());

/** Returns what a link back to a list says, so that its filters and order are kept. */
export const useLastSearch = (path: string): object => useContext(LastSearchContext).get(path) ?? {};
