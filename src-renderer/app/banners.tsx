import { IconArrowsExchange, IconDatabaseExclamation, IconPlugConnectedX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReportedFinding } from '#server/database/storage/contract.ts';
import type { ServerStatus } from '#server/events/contract.ts';
import { OverrideBanner } from '../flags/overrides/override-banner.tsx';
import { findingTone } from '../settings/storage-findings.ts';
import { reasonOf, storageWords } from '../settings/storage-words.ts';
import { Banner } from '../ui/feedback/banner.tsx';

type Props = { status: ServerStatus | undefined; lost: boolean };

/** What a person must know whatever page is open: of the server itself, and that flags are overridden. */
export function Banners(props: Props) {
  return (
    <>
      <OtherPort />
      <ServerTrouble {...props} />
      <Found finding={props.status?.finding ?? null} />
      <OverrideBanner />
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
      icon={IconArrowsExchange}
      title={`Port ${busyPort} is taken by another program.`}
      onClose={() => setSeen(true)}
    >
      Benchtop listens on {serverUrl} for now: point your SDKs there.
    </Banner>
  );
}

/** Stays until somebody restores a copy or continues with what is there. */
function Found({ finding }: { finding: ReportedFinding | null }) {
  if (finding === null) return null;
  return (
    <Banner
      tone={findingTone(finding.kind)}
      icon={IconDatabaseExclamation}
      title="Check the stored data."
      action={
        finding.actions.length > 0 && (
          <Link to="/settings/server">
            {finding.actions.includes('restore') ? 'Restore or continue' : 'Review and continue'}
          </Link>
        )
      }
    >
      {finding.detail}
    </Banner>
  );
}

function ServerTrouble({ status, lost }: Props) {
  if (lost) {
    return (
      <Banner tone="danger" icon={IconPlugConnectedX} title="The server does not answer.">
        This window reconnects by itself; what is shown is from before. SDKs that send now will have to send again.
      </Banner>
    );
  }
  const storage = status?.storage;
  if (storage === undefined || storage.state === 'ok') return null;
  const { tone, title, consequence } = storageWords[storage.state];
  return (
    <Banner tone={tone} icon={IconDatabaseExclamation} title={title}>
      {consequence(storage.spooled)} {reasonOf(storage.error)}
    </Banner>
  );
}
