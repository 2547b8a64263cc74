import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Session } from '#server/projects/session-contract.ts';
import { useGuard, useRefusal } from '../api/permissions.ts';
import { sessionsQuery, useEndOtherSessions, useEndSession, useSignOut } from '../projects/queries.ts';
import { Loaded } from '../ui/feedback/query-state.tsx';
import { StatusChip } from '../ui/feedback/status-chip.tsx';
import { ConfirmDialog } from '../ui/form/confirm-dialog.tsx';
import { Page } from '../ui/page/page.tsx';
import { type Column, DataTable } from '../ui/table/data-table.tsx';
import { actionsColumn, RowButton } from '../ui/table/row-button.tsx';
import { sortedTimeColumn } from '../ui/table/time-column.tsx';
import looks from '../ui/text.module.css';
import { browserName } from './browser-name.ts';
import classes from './lists.module.css';
import { words } from './words.tsx';

const nameOf = ({ kind, user_agent: userAgent }: Session) =>
  kind === 'desktop' ? words.sessions.app : browserName(userAgent);

const description = words.sessions.description;

export function SessionList() {
  const refusal = useRefusal('read_all_projects');
  return refusal === undefined ? <AllSessions /> : <OwnSession refusal={refusal} />;
}

/** Lets a session without the permission to list sessions end itself. */
function OwnSession({ refusal }: { refusal: string }) {
  const [asked, setAsked] = useState(false);
  const kind = window.desktop === undefined ? 'browser' : 'desktop';
  return (
    <Page
      title={words.sessions.title}
      description={description}
      actions={
        <Button variant="default" onClick={() => setAsked(true)}>
          {words.sessions.signOutThis[kind]}
        </Button>
      }
    >
      <p className={looks.muted}>{refusal}</p>
      {asked && <SignOut kind={kind} onClose={() => setAsked(false)} />}
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
      title={words.sessions.title}
      description={description}
      actions={
        <Button variant="default" disabled={!hasOthers} {...guard} onClick={() => setAsked('others')}>
          {words.sessions.signOutOthers}
        </Button>
      }
    >
      <Loaded query={query} what={words.sessions.title} rows={3}>
        {(sessions) => (
          <DataTable
            label={words.sessions.title}
            columns={columns(setAsked, guard)}
            rows={sessions}
            rowKey={({ id }) => id}
          />
        )}
      </Loaded>
      {asked === 'others' && <EndOthers onClose={() => setAsked(null)} />}
      {asked !== null && asked !== 'others' && <End session={asked} onClose={() => setAsked(null)} />}
    </Page>
  );
}

function columns(ask: (session: Session) => void, guard: ReturnType<typeof useGuard>): Column<Session>[] {
  return [
    {
      header: words.sessions.browser,
      cell: (session) => (
        <span className={classes.inline} title={session.user_agent}>
          {nameOf(session)}{' '}
          {session.current && <StatusChip tone="ok">{words.sessions.thisOne[session.kind]}</StatusChip>}
        </span>
      ),
    },
    { header: words.sessions.openedWith, cell: (session) => openedWith(session) },
    sortedTimeColumn(words.sessions.signedIn, ({ created_at: date }) => date),
    sortedTimeColumn(words.lastUsed, ({ last_used_at: date }) => date),
    actionsColumn('104px', (session) => (
      <RowButton
        {...(!session.current && guard)}
        aria-label={
          session.current ? words.sessions.signOutThis[session.kind] : words.sessions.signOutOf(nameOf(session))
        }
        onClick={() => ask(session)}
      >
        {words.sessions.signOut}
      </RowButton>
    )),
  ];
}

function openedWith({ kind, personal_key: key }: Session): string {
  if (key !== null) return words.sessions.personalKey(key.name);
  return kind === 'desktop' ? words.sessions.appItself : words.sessions.link;
}

type Ending = Pick<Session, 'kind'> & { title: string; onEnd: () => Promise<unknown>; onClose: () => void };

function End({ session, onClose }: { session: Session; onClose: () => void }) {
  const end = useEndSession();
  if (session.current) return <SignOut kind={session.kind} onClose={onClose} />;
  const title = words.sessions.signOutTitle(nameOf(session));
  return <Ending kind={session.kind} title={title} onEnd={() => end.mutateAsync(session)} onClose={onClose} />;
}

function SignOut({ kind, onClose }: Pick<Session, 'kind'> & { onClose: () => void }) {
  const signOut = useSignOut();
  const title = words.sessions.signOutThisTitle[kind];
  return <Ending kind={kind} title={title} onEnd={() => signOut.mutateAsync()} onClose={onClose} />;
}

function Ending({ kind, title, onEnd, onClose }: Ending) {
  return (
    <ConfirmDialog title={title} verb={words.sessions.signOut} onConfirm={onEnd} onClose={onClose}>
      <p>{words.sessions.consequence[kind]}</p>
    </ConfirmDialog>
  );
}

function EndOthers({ onClose }: { onClose: () => void }) {
  const end = useEndOtherSessions();
  return (
    <ConfirmDialog
      title={words.sessions.signOutOthersTitle}
      verb={words.sessions.signOutOthers}
      onConfirm={() => end.mutateAsync()}
      onClose={onClose}
    >
      <p>{words.sessions.othersConsequence}</p>
    </ConfirmDialog>
  );
}
