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
import listClasses from '../../ui/page/list-page.module.css';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { RelativeTime } from '../../ui/table/relative-time.tsx';
import looks from '../../ui/text.module.css';
import { unknownFlagsQuery, useCreateFlag } from '../queries.ts';
import { flagWords } from '../words.ts';
import classes from './flag-list.module.css';
import { words } from './words.tsx';

/** Lists keys that apps requested and no flag has. One click creates such a flag, turned off, and opens it. */
export function UnknownFlags() {
  const project = useProject();
  const query = useQuery(unknownFlagsQuery(project.id));
  const create = useCreateFlag(project.id);
  const navigate = useNavigate();
  const guard = useGuard('edit_definitions');
  const createOff = (key: string) =>
    create.mutate(
      { key, active: false },
      { onSuccess: ({ id }) => void navigate({ to: '/feature-flags/$flagId', params: { flagId: id } }) },
    );
  if (query.data === undefined) return <QueryState query={query} what={words.unknown.table} />;
  if (query.data.results.length === 0) return <NoUnknownFlags />;
  return (
    <div className={listClasses.list} data-columns="many">
      {create.isError && <ErrorNote what={words.failed.create(create.variables.key)} error={create.error} />}
      <DataTable
        label={words.unknown.table}
        columns={columnsWith(createOff, create.isPending ? create.variables.key : null, guard)}
        rows={query.data.results}
        rowKey={(flag) => flag.key}
      />
    </div>
  );
}

type Guard = ReturnType<typeof useGuard>;

function columnsWith(create: (key: string) => void, creating: string | null, guard: Guard): Column<WantedFlag>[] {
  const ago = (date: string) => <RelativeTime date={date} />;
  return [
    { header: flagWords.key, cell: ({ key }) => <Copyable value={key} label={words.unknown.copyKey(key)} /> },
    {
      header: words.unknown.columns.requested,
      width: '112px',
      align: 'end',
      cell: ({ count }) => words.unknown.times(count),
    },
    { header: words.unknown.columns.first, width: '112px', align: 'end', cell: (flag) => ago(flag.first_asked_at) },
    { header: words.unknown.columns.last, width: '112px', align: 'end', cell: (flag) => ago(flag.last_asked_at) },
    {
      header: flagWords.actions,
      width: '232px',
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
              aria-label={words.unknown.of(words.unknown.configure, key)}
            >
              {words.unknown.configure}
            </CreateButton>
            <Button
              variant="default"
              size="compact-xs"
              loading={creating === key}
              disabled={creating !== null}
              aria-label={words.unknown.of(words.unknown.createOff, key)}
              title={words.unknown.createOffHint}
              {...guard}
              onClick={() => create(key)}
            >
              {words.unknown.createOff}
            </Button>
          </span>
        ) : (
          <span className={looks.muted} title={words.unknown.invalidHint}>
            {words.unknown.invalid}
          </span>
        ),
    },
  ];
}

const showAll = <Link to="/feature-flags">{words.showAll}</Link>;

function NoUnknownFlags() {
  return (
    <EmptyState title={words.unknown.none} icon={IconFlagQuestion} action={showAll}>
      {words.unknown.noneText}
    </EmptyState>
  );
}
