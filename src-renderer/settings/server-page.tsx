import { useQuery } from '@tanstack/react-query';
import type { ServerStatus } from '#server/events/contract.ts';
import { serverStatusQuery } from '../api/status.ts';
import { liveCounts } from '../events/reasons.ts';
import { useProject } from '../projects/current-project.ts';
import { Copyable } from '../ui/feedback/copy-button.tsx';
import { QueryState } from '../ui/feedback/query-state.tsx';
import { formatBytes, formatCount } from '../ui/format.ts';
import { Page } from '../ui/page/page.tsx';
import { KeyValue } from '../ui/table/key-value.tsx';
import { RelativeTime } from '../ui/table/relative-time.tsx';
import { StorageSection } from './storage-section.tsx';
import { storageSentence } from './storage-words.ts';

export function ServerPage() {
  const project = useProject();
  const query = useQuery(serverStatusQuery(project.id));
  const { data: status } = query;
  return (
    <Page narrow title="Server" description="Where SDKs send to, and where everything they send is kept.">
      {status === undefined && <QueryState query={query} what="Server status" rows={6} />}
      {status !== undefined && (
        <KeyValue
          entries={[
            ['Address', <Copyable key="address" value={status.url} label="address" />],
            ['Data folder', status.data_dir && <Copyable key="folder" value={status.data_dir} label="data folder" />],
            ['Database', formatBytes(status.database_bytes)],
            [`Events of ${project.name}`, eventCounts(status)],
            ['Storage', storageSentence(status.storage)],
            ['Running since', <RelativeTime key="since" date={status.started_at} />],
            [
              'Version',
              <span key="version" className="mono">
                {status.version}
              </span>,
            ],
          ]}
        />
      )}
      <StorageSection />
    </Page>
  );
}

function eventCounts(status: ServerStatus): string {
  const { accepted, dropped, rejected, unassigned } = liveCounts(status);
  const own = `${formatCount(accepted)} accepted, ${formatCount(dropped)} dropped, ${formatCount(rejected)} rejected`;
  return unassigned === 0 ? own : `${own}; ${formatCount(unassigned)} rejected of no known project`;
}
