import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Session } from '#server/projects/session-contract.ts';
import { useGuard, useRefusal } from '../api/permissions.ts';
import { sessionsQuery, useEndOtherSessions, useEndSession, useSignOut } from '../projects/queries.ts';
import { QueryState } from '../ui/feedback/query-state.tsx';
import { StatusChip } from '../ui/feedback/status-chip.tsx';
import { ConfirmDialog } from '../ui/form/confirm-dialog.tsx';
import { Page } from '../ui/page/page.tsx';
import { type Column, DataTable } from '../ui/table/data-table.tsx';
import { RelativeTime } from '../ui/table/relative-time.tsx';
import { browserName } from './browser-name.ts';
import classes from './lists.module.css';

const nameOf = ({ kind, user_agent: userAgent }: Session) =>
  kind === 'desktop' ? 'Benchtop app' : browserName(userAgent);

const description = 'Browsers and app windows that are signed in. A session ends after 30 days without use.';

export function SessionList() {
  const refusal = useRefusal('read_all_projects');
  return refusal === undefined ? <AllSessions /> : <OwnSession refusal={refusal} />;
}

/** For a session that may not see the others: how to end it all the same. */
function OwnSession({ refusal }: { refusal: string }) {
  const [asked, setAsked] = useState(false);
  return (
    <Page
      title="Sessions"
      description={description}
      actions={
        <Button variant="default" onClick={() => setAsked(true)}>
          Sign out this browser
        </Button>
      }
    >
      <p className={classes.dim}>{refusal}</p>
      {asked && <SignOut kind={window.desktop === undefined ? 'browser' : 'desktop'} onClose={() => setAsked(false)} />}
    </Page>
  );
}

function AllSessions() {
  const guard = useGuard('administer');
  const query = useQuery(sessionsQuery());
  const [asked, setAsked] = useState<Session | 'others' | null>(null);
  const hasOthers = query.data?.some(({ current }) => !current) ?? false;
  return (
    <Page
      title="Sessions"
      description={description}
      actions={
        <Button variant="default" disabled={!hasOthers} {...guard} onClick={() => setAsked('others')}>
          Sign out all others
        </Button>
      }
    >
      {query.data === undefined && <QueryState query={query} what="Sessions" rows={3} />}
      {query.data !== undefined && (
        <DataTable label="Sessions" columns={columns(setAsked, guard)} rows={query.data} rowKey={({ id }) => id} />
      )}
      {asked === 'others' && <EndOthers onClose={() => setAsked(null)} />}
      {asked !== null && asked !== 'others' && <End session={asked} onClose={() => setAsked(null)} />}
    </Page>
  );
}

function columns(ask: (session: Session) => void, guard: ReturnType<typeof useGuard>): Column<Session>[] {
  return [
    {
      header: 'Browser',
      cell: (session) => (
        <span className={classes.inline} title={session.user_agent}>
          {nameOf(session)} {session.current && <StatusChip tone="ok">This browser</StatusChip>}
        </span>
      ),
    },
    { header: 'Opened with', cell: (session) => openedWith(session) },
    {
      header: 'Signed in',
      width: '88px',
      align: 'end',
      cell: (session) => <RelativeTime date={session.created_at} />,
    },
    {
      header: 'Last used',
      width: '88px',
      align: 'end',
      cell: (session) => <RelativeTime date={session.last_used_at} />,
    },
    {
      header: 'Actions',
      width: '104px',
      align: 'end',
      cell: (session) => (
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          {...(!session.current && guard)}
          aria-label={session.current ? 'Sign out this browser' : `Sign out ${nameOf(session)}`}
          onClick={() => ask(session)}
        >
          Sign out
        </Button>
      ),
    },
  ];
}

function openedWith({ kind, personal_key: key }: Session): string {
  if (key !== null) return `Personal key “${key.name}”`;
  return kind === 'desktop' ? 'The app itself' : 'A link';
}

function End({ session, onClose }: { session: Session; onClose: () => void }) {
  return session.current ? (
    <SignOut kind={session.kind} onClose={onClose} />
  ) : (
    <EndOne session={session} onClose={onClose} />
  );
}

function SignOut({ kind, onClose }: Pick<Session, 'kind'> & { onClose: () => void }) {
  const signOut = useSignOut();
  return (
    <ConfirmDialog
      title="Sign out this browser?"
      verb="Sign out"
      onConfirm={() => signOut.mutateAsync()}
      onClose={onClose}
    >
      <Consequence kind={kind} />
    </ConfirmDialog>
  );
}

function EndOne({ session, onClose }: { session: Session; onClose: () => void }) {
  const end = useEndSession();
  return (
    <ConfirmDialog
      title={`Sign out ${nameOf(session)}?`}
      verb="Sign out"
      onConfirm={() => end.mutateAsync(session)}
      onClose={onClose}
    >
      <Consequence kind={session.kind} />
    </ConfirmDialog>
  );
}

function Consequence({ kind }: Pick<Session, 'kind'>) {
  return (
    <p>
      {kind === 'desktop'
        ? 'The window signs in again when the app is quit and reopened.'
        : 'All its tabs are signed out. A new link signs it in again.'}
    </p>
  );
}

function EndOthers({ onClose }: { onClose: () => void }) {
  const end = useEndOtherSessions();
  return (
    <ConfirmDialog
      title="Sign out all others?"
      verb="Sign out all others"
      onConfirm={() => end.mutateAsync()}
      onClose={onClose}
    >
      <p>Every other browser and app window is signed out. Personal keys are not affected.</p>
    </ConfirmDialog>
  );
}
