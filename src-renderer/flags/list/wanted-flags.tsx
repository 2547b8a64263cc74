import { Button } from '@mantine/core';
import { IconFlagQuestion } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { flagKey } from '#server/flags/contract.ts';
import type { WantedFlag } from '#server/flags/evaluation/evaluation-contract.ts';
import { useGuard } from '../../api/permissions.ts';
import { useProject } from '../../projects/current-project.ts';
import { CreateButton } from '../../ui/create-button.tsx';
import { Copyable } from '../../ui/feedback/copy-button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { formatCount } from '../../ui/format.ts';
import listClasses from '../../ui/page/list-page.module.css';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { RelativeTime } from '../../ui/table/relative-time.tsx';
import { useCreateFlag, wantedFlagsQuery } from '../queries.ts';
import classes from './flag-list.module.css';

/** Keys that apps ask for in vain; one click makes a flag of one, turned off, and opens it. */
export function WantedFlags() {
  const project = useProject();
  const query = useQuery(wantedFlagsQuery(project.id));
  const create = useCreateFlag(project.id);
  const navigate = useNavigate();
  const guard = useGuard('write');
  const createOff = (key: string) =>
    create.mutate(
      { key, active: false },
      { onSuccess: ({ id }) => void navigate({ to: '/feature-flags/$flagId', params: { flagId: id } }) },
    );
  if (query.data === undefined) return <QueryState query={query} what="Wanted flags" />;
  if (query.data.results.length === 0) return <NothingWanted />;
  return (
    <div className={listClasses.list} data-columns="many">
      {create.isError && <ErrorNote what={`create ${create.variables.key}`} error={create.error} />}
      <DataTable
        label="Wanted flags"
        columns={columnsWith(createOff, create.isPending ? create.variables.key : null, guard)}
        rows={query.data.results}
        rowKey={(wanted) => wanted.key}
      />
    </div>
  );
}

type Guard = ReturnType<typeof useGuard>;

function columnsWith(create: (key: string) => void, creating: string | null, guard: Guard): Column<WantedFlag>[] {
  const ago = (date: string) => <RelativeTime date={date} />;
  return [
    { header: 'Key', cell: ({ key }) => <Copyable value={key} label={`key ${key}`} /> },
    { header: 'Asked for', width: '112px', align: 'end', cell: ({ count }) => times(count) },
    { header: 'First asked', width: '112px', align: 'end', cell: (wanted) => ago(wanted.first_asked_at) },
    { header: 'Last asked', width: '112px', align: 'end', cell: (wanted) => ago(wanted.last_asked_at) },
    {
      header: 'Actions',
      width: '208px',
      align: 'end',
      cell: ({ key }) =>
        flagKey.safeParse(key).success ? (
          <span className={classes.actions}>
            <CreateButton
              to="/feature-flags/new"
              search={{ key }}
              variant="subtle"
              color="gray"
              size="compact-xs"
              aria-label={`Set up first: ${key}`}
            >
              Set up first
            </CreateButton>
            <Button
              variant="default"
              size="compact-xs"
              loading={creating === key}
              disabled={creating !== null}
              aria-label={`Create, off: ${key}`}
              title="Turned off, so that nothing changes for your apps yet"
              {...guard}
              onClick={() => create(key)}
            >
              Create, off
            </Button>
          </span>
        ) : (
          <span className={classes.dim} title="Only letters, digits, “-”, “_”, “.” and “/” are allowed">
            Not a possible key
          </span>
        ),
    },
  ];
}

function times(count: number): string {
  return count === 1 ? 'once' : `${formatCount(count)} times`;
}

function NothingWanted() {
  return (
    <EmptyState
      title="No key is asked for in vain"
      icon={IconFlagQuestion}
      action={<Link to="/feature-flags">Show all flags</Link>}
    >
      When an app asks for a flag that does not exist, by a typo or ahead of its time, its key appears here with how
      often it was asked for.
    </EmptyState>
  );
}
