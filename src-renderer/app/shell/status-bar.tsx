import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import type { ServerStatus } from '#server/events/contract.ts';
import type { Project } from '#server/projects/contract.ts';
import { useRefusal } from '../../api/permissions.ts';
import { unassignedWords } from '../../events/reason-words.ts';
import { storageWords } from '../../settings/storage/storage-words.ts';
import { Copyable } from '../../ui/feedback/copy-button.tsx';
import { formatBytes, formatCount } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazy/lazy-part.ts';
import { words } from '../words.tsx';
import classes from './status-bar.module.css';

const SendingFigures = lazyPart(() => import('./sending-figures.tsx'), 'SendingFigures');
const NetworkBadge = lazyPart(() => import('./network-badge.tsx'), 'NetworkBadge');

type Props = { status: ServerStatus | undefined; lost: boolean; projects: Project[] };

export function StatusBar({ status, lost, projects }: Props) {
  const mayWrite = useRefusal('write') === undefined;
  const refusal = useRefusal(mayWrite ? 'administer' : 'write');
  return (
    <footer className={classes.bar}>
      {lost ? (
        <span className={classes.state} data-tone="danger">
          <Icon of={IconCircleX} /> {words.status.noAnswer}
        </span>
      ) : (
        <ServerState storage={status?.storage} />
      )}
      {refusal !== undefined && (
        <span className={classes.state} data-tone="warning" title={refusal}>
          <Icon of={IconLock} /> {mayWrite ? words.status.limited : words.status.readOnly}
        </span>
      )}
      {status !== undefined && (
        <>
          <Copyable value={status.url} label={words.status.address} />
          <Suspense>
            {window.desktop !== undefined && <NetworkBadge projects={projects} sending={status.sending} />}
          </Suspense>
          <span className={classes.gap} />
          <Suspense>{status.sending.length > 0 && <SendingFigures sending={status.sending} />}</Suspense>
          <Figure label={words.status.rate}>{formatRate(status.events_per_second)}</Figure>
          <Link to="/live" search={{ q: 'status:dropped', minutes: 0 }} className={classes.figure}>
            <b>{formatCount(status.dropped)}</b> {words.status.dropped}
          </Link>
          <Link to="/live" search={{ q: 'status:rejected', minutes: 0 }} className={classes.figure}>
            <b>{formatCount(status.rejected)}</b> {words.status.rejected}
          </Link>
          {status.unassigned > 0 && (
            <Link to="/live" search={{ q: 'status:unassigned', minutes: 0 }} className={classes.figure}>
              <b>{formatCount(status.unassigned)}</b> {unassignedWords}
            </Link>
          )}
          <Figure label={words.status.database}>{formatBytes(status.database_bytes)}</Figure>
        </>
      )}
    </footer>
  );
}

function ServerState({ storage }: { storage: ServerStatus['storage'] | undefined }) {
  const { tone, short } =
    storage === undefined ? { tone: 'ok', short: words.status.connecting } : storageWords[storage.state];
  const icon = tone === 'ok' ? IconCircleCheck : tone === 'warning' ? IconAlertTriangle : IconCircleX;
  return (
    <span className={classes.state} data-tone={tone}>
      <Icon of={icon} /> {short}
    </span>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span className={classes.figure}>
      <b>{children}</b> {label}
    </span>
  );
}

function formatRate(perSecond: number): string {
  return perSecond >= 10 || perSecond === 0 ? formatCount(Math.round(perSecond)) : perSecond.toFixed(1);
}
