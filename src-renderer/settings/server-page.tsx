import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { serverStatusQuery } from '../api/status.ts';
import { useProject } from '../projects/current-project.ts';
import { Copyable } from '../ui/feedback/copy-button.tsx';
import { Loaded } from '../ui/feedback/query-state.tsx';
import { formatBytes } from '../ui/format.ts';
import { lazyPart } from '../ui/lazy/lazy-part.ts';
import { Page } from '../ui/page/page.tsx';
import { KeyValue } from '../ui/table/key-value.tsx';
import { RelativeTime } from '../ui/table/relative-time.tsx';
import { StorageSection } from './storage/storage-section.tsx';
import { storageSentence } from './storage/storage-words.ts';
import { words } from './words.tsx';

const DefinitionsSection = lazyPart(() => import('./definitions/definitions-section.tsx'), 'DefinitionsSection');
const ArchiveSection = lazyPart(() => import('./archive/archive-section.tsx'), 'ArchiveSection');

export function ServerPage() {
  const project = useProject();
  const query = useQuery(serverStatusQuery(project.id));
  const { data: status } = query;
  return (
    <Page narrow title={words.server.title} description={words.server.description}>
      <Loaded query={query} what={words.server.what} rows={6}>
        {(status) => (
          <KeyValue
            entries={[
              [words.server.addressLabel, <Copyable key="address" value={status.url} label={words.server.address} />],
              [
                words.server.dataFolder,
                status.data_dir && (
                  <Copyable key="folder" value={status.data_dir} label={words.server.dataFolderLabel} />
                ),
              ],
              [words.server.database, formatBytes(status.database_bytes)],
              [words.server.eventsOf(project.name), words.server.counts(status)],
              [words.server.storage, storageSentence(status.storage)],
              [words.server.started, <RelativeTime key="since" date={status.started_at} />],
              [
                words.server.version,
                <span key="version" className="mono">
                  {status.version}
                </span>,
              ],
            ]}
          />
        )}
      </Loaded>
      <Suspense>{status?.sending.some(({ name }) => name === 'archive') && <ArchiveSection />}</Suspense>
      <Suspense>{status?.definitions && <DefinitionsSection status={status.definitions} />}</Suspense>
      <StorageSection />
    </Page>
  );
}
