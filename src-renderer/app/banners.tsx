import { CloseButton } from '@mantine/core';
import { IconArrowsExchange, IconDatabaseExclamation, IconPlugConnectedX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { ServerStatus } from '#server/events/contract.ts';
import { formatCount } from '../ui/format.ts';
import classes from './banners.module.css';

type Props = { status: ServerStatus | undefined; lost: boolean };

/** What a person must know of the server itself, above whatever page is open. */
export function Banners(props: Props) {
  return (
    <>
      <OtherPort />
      <ServerTrouble {...props} />
    </>
  );
}

/** In the desktop app: SDKs that send to the usual port would reach another program. */
function OtherPort() {
  const [isSeen, setSeen] = useState(false);
  const { busyPort = null, serverUrl = '' } = window.desktop ?? {};
  if (busyPort === null || isSeen) return null;
  return (
    <Banner
      tone="warning"
      icon={<IconArrowsExchange size={16} stroke={1.75} aria-hidden="true" />}
      title={`Port ${busyPort} is taken by another program.`}
      onClose={() => setSeen(true)}
    >
      Benchtop listens on {serverUrl} for now: point your SDKs there.
    </Banner>
  );
}

function ServerTrouble({ status, lost }: Props) {
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

type BannerProps = {
  tone: 'danger' | 'warning';
  icon: ReactNode;
  title: string;
  onClose?: () => void;
  children: ReactNode;
};

/** Only the title is announced: the rest holds numbers that change all the time. */
function Banner({ tone, icon, title, onClose, children }: BannerProps) {
  return (
    <div className={classes.banner} data-tone={tone}>
      {icon}
      <p className={classes.text}>
        <strong role="alert">{title}</strong> {children}
      </p>
      {onClose !== undefined && <CloseButton size="sm" aria-label="Close this notice" onClick={onClose} />}
    </div>
  );
}
