import { IconArrowsExchange, IconDatabaseExclamation, IconPlugConnectedX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import type { ReportedFinding } from '#server/database/storage/contract.ts';
import type { ServerStatus } from '#server/events/contract.ts';
import { findingTone } from '../../settings/storage/storage-findings.ts';
import { reasonOf, storageWords } from '../../settings/storage/storage-words.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { lazyPart } from '../../ui/lazy/lazy-part.ts';
import { words } from '../words.tsx';

const OverrideBanner = lazyPart(() => import('../../flags/overrides/override-banner.tsx'), 'OverrideBanner');
const SampleBar = lazyPart(() => import('../../events/onboarding/sample-bar.tsx'), 'SampleBar');
const UpdateQuestion = lazyPart(() => import('./update-question.tsx'), 'UpdateQuestion');

type Props = { status: ServerStatus | undefined; lost: boolean };

/** Banners of all pages: the state of the server, active flag overrides, that a project is a sample, and the question about updates. */
export function Banners(props: Props) {
  return (
    <>
      <OtherPort />
      <ServerProblem {...props} />
      <StorageFinding finding={props.status?.finding ?? null} />
      <Suspense>
        <OverrideBanner />
        <SampleBar />
        {window.desktop !== undefined && <UpdateQuestion desktop={window.desktop} />}
      </Suspense>
    </>
  );
}

/** Warns in the desktop app that SDKs which send to the usual port reach another program. */
function OtherPort() {
  const [isSeen, setSeen] = useState(false);
  const { busyPort = null, serverUrl = '' } = window.desktop ?? {};
  if (busyPort === null || isSeen) return null;
  return (
    <Banner
      tone="warning"
      icon={IconArrowsExchange}
      title={words.banners.portTaken(busyPort)}
      onClose={() => setSeen(true)}
    >
      {words.banners.otherPort(serverUrl)}
    </Banner>
  );
}

/** Stays until someone restores a copy or continues with the current data. */
function StorageFinding({ finding }: { finding: ReportedFinding | null }) {
  if (finding === null) return null;
  return (
    <Banner
      tone={findingTone(finding.kind)}
      icon={IconDatabaseExclamation}
      title={words.banners.checkData}
      action={
        finding.actions.length > 0 && (
          <Link to="/settings/server">
            {finding.actions.includes('restore') ? words.banners.restoreOrContinue : words.banners.reviewAndContinue}
          </Link>
        )
      }
    >
      {finding.detail}
    </Banner>
  );
}

function ServerProblem({ status, lost }: Props) {
  if (lost) {
    return (
      <Banner tone="danger" icon={IconPlugConnectedX} title={words.banners.lost}>
        {words.banners.lostHint}
      </Banner>
    );
  }
  const storage = status?.storage;
  if (storage === undefined || storage.state === 'ok') return null;
  const { tone, title, consequence } = storageWords[storage.state];
  return (
    <Banner tone={tone} icon={IconDatabaseExclamation} title={title}>
      {consequence(storage.spooled)} {reasonOf(storage)}
    </Banner>
  );
}
