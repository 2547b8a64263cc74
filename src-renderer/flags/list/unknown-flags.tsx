import { Button } from '@mantine/core';
import { IconFlagQuestion } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { flagKey } from '#server/flags/contract.ts';
import type { UnknownFlagKey } from '#server/flags/evaluation/evaluation-contract.ts';
import { useGuard } from '../../api/permissions.ts';
import { useProject } from '../../projects/current-project.ts';
import { CreateButton } from '../../ui/create-button.tsx';
import { Copyable } from '../../ui/feedback/copy-button.tsx';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { NothingShown } from '../../ui/feedback/nothing-shown.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import listClasses from '../../ui/page/list-page.module.css';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { actionsColumn } from '../../ui/table/row-button.tsx';
import { timeColumn } from '../../ui/table/time-column.tsx';
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
  if (query.data.results.length === 0)
    return (
      <NothingShown
        reason={words.unknown.nothing}
        icon={IconFlagQuestion}
        to="/feature-flags"
        showAll={words.showAll}
      />
    );
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

function columnsWith(create: (key: string) => void, creating: string | null, guard: Guard): Column<UnknownFlagKey>[] {
  return [
    { header: flagWords.key, cell: ({ key }) => <Copyable value={key} label={words.unknown.copyKey(key)} /> },
    {
      header: words.unknown.columns.requested,
      width: '112px',
      align: 'end',
      cell: ({ count }) => words.unknown.times(count),
    },
    timeColumn(words.unknown.columns.first, (flag) => flag.first_requested_at, '112px'),
    timeColumn(words.unknown.columns.last, (flag) => flag.last_requested_at, '112px'),
    actionsColumn('232px', ({ key }) =>
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
    ),
  ];
}
