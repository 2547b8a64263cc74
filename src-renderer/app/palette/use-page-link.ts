import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type LinkKind, linkTo } from '#main/links.ts';
import { flagQuery } from '../../flags/queries.ts';
import { useProject } from '../../projects/current-project.ts';

const pages: [LinkKind, RegExp][] = [
  ['experiment', /^\/experiments\/(\d+)$/],
  ['person', /^\/persons\/(\d+)$/],
];

/** Returns the link that opens in the desktop app what this page shows; null for a page of nothing in particular. */
export function usePageLink(): string | null {
  const project = useProject();
  const { pathname, search } = useLocation();
  const flagId = Number(/^\/feature-flags\/(\d+)$/.exec(pathname)?.[1] ?? 0);
  // The page asks for it: on the way to another project, the address is ahead of the project.
  const flag = useQuery({ ...flagQuery(project.id, flagId), enabled: false });
  if (flagId > 0) return flag.data === undefined ? null : linkTo('flag', flag.data.key);
  if (pathname === '/live') return search.selected === undefined ? null : linkTo('event', search.selected);
  for (const [kind, pattern] of pages) {
    const [, id] = pattern.exec(pathname) ?? [];
    if (id !== undefined) return linkTo(kind, id);
  }
  return null;
}
