import { IconDatabaseExclamation, IconPlugConnectedX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ServerStatus } from '#server/events/contract.ts';
import { formatCount } from '../ui/format.ts';
import classes from './banners.module.css';

/** What is wrong with the server itself, above whatever page is open. */
export function Banners({ status, lost }: { status: ServerStatus | undefined; lost: boolean }) {
  if (lost) {
    return (
      <Banner tone="danger" icon={<IconPlugConnectedX size={16} stroke={1.75} aria-hidden="true" />}>
        <strong>The server does not answer.</strong> This window reconnects by itself; what is shown is from before.
        SDKs that send now will have to send again.
      </Banner>
    );
  }
  const storage = status?.storage;
  if (storage === undefined || storage.state === 'ok') return null;
  const waiting = `${formatCount(storage.spooled)} ${storage.spooled === 1 ? 'event waits' : 'events wait'}`;
  return (
    <Banner tone="warning" icon={<IconDatabaseExclamation size={16} stroke={1.75} aria-hidden="true" />}>
      {storage.state === 'spooling' ? (
        <>
          <strong>The database cannot be written.</strong> {waiting} safely in the dead-letter spool and will be stored
          as soon as it can. {storage.error}
        </>
      ) : (
        <>
          <strong>The database is back.</strong> {waiting} in the dead-letter spool and are being stored now.
        </>
      )}
    </Banner>
  );
}

function Banner({ tone, icon, children }: { tone: 'danger' | 'warning'; icon: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.banner} data-tone={tone} role="alert">
      {icon}
      <p className={classes.text}>{children}</p>
    </div>
  );
}
