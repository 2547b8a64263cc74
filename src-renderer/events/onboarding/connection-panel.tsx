import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { ConnectionCheck, SdkRequest } from '#server/capture/connection/connection-contract.ts';
import { serverOrigin, useServerStatus } from '../../api/status.ts';
import { useProject } from '../../projects/current-project.ts';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { FoldButton } from '../../ui/fold-button.tsx';
import { formatCount } from '../../ui/format.ts';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { RelativeTime } from '../../ui/table/relative-time.tsx';
import looks from '../../ui/text.module.css';
import { connectionWords, requestOutcome, requestSender, type Target, wordCheck } from './connection-words.ts';
import classes from './onboarding.module.css';
import { connectionQuery } from './queries.ts';

/** Shows whether SDKs reach this server, and why one does not. */
export function ConnectionPanel() {
  const project = useProject();
  const { status } = useServerStatus(project.id);
  const { data, error } = useQuery(connectionQuery(project.id));
  const target = { url: serverOrigin(status), key: project.api_key ?? '' };
  return (
    <>
      <h2 className={classes.title}>{connectionWords.title}</h2>
      {data === undefined && error !== null && <ErrorNote what={connectionWords.loadVerb} error={error} />}
      {data !== undefined && (
        <>
          {data.checks.length > 0 ? (
            <Checks checks={data.checks} target={target} />
          ) : data.requests.length > 0 ? (
            <p className={looks.note}>{connectionWords.starting}</p>
          ) : (
            <p className={looks.note}>
              {connectionWords.silent} (<RelativeTime date={data.since} />
              ). {connectionWords.silentHint(target.url)}
            </p>
          )}
          {data.requests.length > 0 && <Requests requests={data.requests} />}
        </>
      )}
    </>
  );
}

function Checks({ checks, target }: { checks: ConnectionCheck[]; target: Target }) {
  return (
    <ul className={classes.checks} aria-label={connectionWords.checks}>
      {checks.map((check) => {
        const { tone, title, happened, fix } = wordCheck(check, target);
        return (
          <li key={`${check.kind} ${happened}`} className={classes.check}>
            <StatusChip tone={tone}>{title}</StatusChip>
            <p>{happened}</p>
            <RelativeTime date={check.at} />
            {fix !== null && <p>{fix}</p>}
          </li>
        );
      })}
    </ul>
  );
}

const columns: Column<SdkRequest>[] = [
  { header: connectionWords.request, width: '36%', cell: (row) => <code>{titled(`${row.method} ${row.path}`)}</code> },
  { header: connectionWords.outcome, width: '24%', cell: (row) => titled(requestOutcome(row)) },
  { header: connectionWords.sender, cell: (row) => titled(requestSender(row)) },
  { header: connectionWords.count, width: '64px', align: 'end', cell: ({ count }) => formatCount(count) },
  { header: connectionWords.last, width: '84px', cell: ({ last_at: at }) => <RelativeTime date={at} /> },
];

/** Returns a text that its column may cut, with itself as title. */
const titled = (text: string) => <span title={text}>{text}</span>;

function Requests({ requests }: { requests: SdkRequest[] }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <div>
      <FoldButton isOpen={isOpen} controls={id} onToggle={() => setOpen(!isOpen)}>
        {connectionWords.requests(requests.length)}
      </FoldButton>
      <div id={id} className={classes.requests}>
        {isOpen && (
          <DataTable
            label={connectionWords.requestsLabel}
            columns={columns}
            rows={requests}
            rowKey={({ id: rowId }) => rowId}
          />
        )}
      </div>
    </div>
  );
}
