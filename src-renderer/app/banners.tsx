import { IconDatabaseExclamation, IconPlugConnectedX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ServerStatus } from '#server/events/contract.ts';
import { formatCount } from '../ui/format.ts';
import classes from './banners.module.css';

/** What is wrong with the server itself, above whatever page is open. */
export function Banners({ status, lost }: { status: ServerStatus | undefined; lost: boolean }) {
  if (lost) {
    return (
      <Banner
        tone="danger"
        icon={<IconPlugConnectedX size={16} stroke={1.75} aria-hidden="true" />}
        title="The server does not answer."
      >
        This window reconnects by itself; what is shown is from before. SDKs that send now will have to send again.
      </Banner>
    );
  }
  const storage = status?.storage;
  if (storage === undefined || storage.state === 'ok') return null;
  const waiting = `${formatCount(storage.spooled)} ${storage.spooled === 1 ? 'event waits' : 'events wait'}`;
  const icon = <IconDatabaseExclamation size={16} stroke={1.75} aria-hidden="true" />;
  if (storage.state === 'recovering') {
    return (
      <Banner tone="warning" icon={icon} title="The database is back.">
        {waiting} in the dead-letter spool to be stored now.
      </Banner>
    );
  }
  return (
    <Banner tone="warning" icon={icon} title="The database cannot be written.">
      {waiting} safely in the dead-letter spool, to be stored as soon as it can.
      {storage.error !== null && ` The reason: ${storage.error}`}
    </Banner>
  );
}

type BannerProps = { tone: 'danger' | 'warning'; icon: ReactNode; title: string; children: ReactNode };

/** Only the title is announced: the rest holds numbers that change all the time. */
function Banner({ tone, icon, title, children }: BannerProps) {
  return (
    <div className={classes.banner} data-tone={tone}>
      {icon}
      <p className={classes.text}>
        <strong role="alert">{title}</strong> {children}
      </p>
    </div>
  );
}
