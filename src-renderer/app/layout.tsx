import { useQuery } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { Suspense, useEffect, useRef } from 'react';
import type { Project } from '#server/projects/contract.ts';
import { PermissionsContext } from '../api/permissions.ts';
import { useSession } from '../api/session.ts';
import { chooseProject, ProjectContext, rememberProject } from '../projects/current-project.ts';
import { currentUserQuery, projectsQuery } from '../projects/queries.ts';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import { QueryState } from '../ui/feedback/query-state.tsx';
import { lazyPart } from '../ui/lazy/lazy-part.ts';
import { SkeletonRows } from '../ui/table/skeleton-rows.tsx';
import { OtherServerNotice } from './other-server.tsx';
import { Shell } from './shell/shell.tsx';
import { words } from './words.tsx';

const Unlock = lazyPart(() => import('./unlock.tsx'), 'Unlock');

/** Requires a session, then a project, then draws the shell with the page. */
export function Layout() {
  const session = useSession();
  const signingIn = <SkeletonRows rows={12} label={words.layout.signingIn} />;
  if (session.phase === 'signing-in') return signingIn;
  if (session.phase === 'locked') {
    return (
      <Suspense fallback={signingIn}>
        <Unlock why={session.why} />
      </Suspense>
    );
  }
  return (
    <>
      <ProjectGate />
      {session.phase === 'other-server' && <OtherServerNotice />}
    </>
  );
}

function ProjectGate() {
  const fromAddress = useSearch({ from: '__root__' }).project;
  const router = useRouter();
  // Without a project there is no status poll that would retry these.
  const projects = useQuery({ ...projectsQuery(), refetchInterval: untilLoaded });
  const user = useQuery({ ...currentUserQuery(), refetchInterval: untilLoaded });
  const known = projects.data;
  const project = chooseProject(known ?? [], fromAddress);
  const before = useRef<Project>(null);
  useEffect(() => {
    if (known === undefined || project === null) return;
    rememberProject(project.id);
    if (fromAddress !== project.id && (known.length > 1 || fromAddress !== undefined)) {
      // A navigation to another project may be under way, such as to one just made; its project holds.
      const { href, search } = router.latestLocation;
      const shown = chooseProject(known, search.project) ?? project;
      if (search.project !== undefined && search.project !== shown.id) {
        const asked = { id: search.project, before: before.current };
        void import('./other-project.ts').then(({ showOtherProject }) => showOtherProject(asked, shown));
      }
      const inProject = { ...search, project: shown.id };
      // `to: '.'` of an address without a page would be the nearest page above it.
      const address = new URL(href, location.origin);
      address.search = router.options.stringifySearch(inProject);
      void router.navigate({ href: address.href.slice(address.origin.length), replace: true });
    }
    before.current = project;
  }, [known, project, fromAddress, router]);

  if (projects.data === undefined) return <QueryState query={projects} what={words.benchtop} rows={12} />;
  if (user.data === undefined) return <QueryState query={user} what={words.benchtop} rows={12} />;
  if (project === null) {
    return <EmptyState title={words.layout.noProject}>{words.layout.noProjectHint}</EmptyState>;
  }
  return (
    <PermissionsContext value={user.data.permissions}>
      <ProjectContext value={project}>
        <Shell projects={projects.data} />
      </ProjectContext>
    </PermissionsContext>
  );
}

const untilLoaded = ({ state }: { state: { status: string } }) => (state.status === 'error' ? 2_000 : false);
