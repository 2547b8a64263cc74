import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { UserSummary } from '#server/projects/contract.ts';
import { useRefusal } from '../api/permissions.ts';
import { useCreateUser, usersQuery, useUpdateUser } from '../projects/queries.ts';
import { Copyable } from '../ui/feedback/copy-button.tsx';
import { QueryState } from '../ui/feedback/query-state.tsx';
import { Page } from '../ui/page/page.tsx';
import { Section } from '../ui/page/section.tsx';
import { type Column, DataTable } from '../ui/table/data-table.tsx';
import classes from './lists.module.css';
import { UserForm } from './user-form.tsx';

export function UserList() {
  const refusal = useRefusal('administer');
  return (
    <Page
      title="Users"
      description="Names for the people at this desk. What a key creates carries the name of its user; there are no accounts."
    >
      {refusal === undefined ? <AllUsers /> : <p className={classes.dim}>{refusal}</p>}
    </Page>
  );
}

function AllUsers() {
  const create = useCreateUser();
  const [edited, setEdited] = useState<UserSummary | null>(null);
  return (
    <>
      <Users onEdit={setEdited} />
      {edited === null ? (
        <Section title="Add a user">
          <UserForm verb="Add user" onSubmit={(draft) => create.mutateAsync(draft)} />
        </Section>
      ) : (
        <EditUser key={edited.id} user={edited} onDone={() => setEdited(null)} />
      )}
    </>
  );
}

function EditUser({ user, onDone }: { user: UserSummary; onDone: () => void }) {
  const update = useUpdateUser();
  return (
    <Section title={`Edit ${nameOf(user)}`}>
      <UserForm
        user={user}
        verb="Save user"
        onSubmit={async (draft) => {
          await update.mutateAsync({ id: user.id, ...draft });
          onDone();
        }}
        onCancel={onDone}
      />
    </Section>
  );
}

function Users({ onEdit }: { onEdit: (user: UserSummary) => void }) {
  const query = useQuery(usersQuery());
  if (query.data === undefined) return <QueryState query={query} what="Users" rows={3} />;
  const columns: Column<UserSummary>[] = [
    { header: 'Name', width: '26%', cell: (user) => user.first_name || <span className={classes.dim}>no name</span> },
    { header: 'E-mail', cell: (user) => user.email || <span className={classes.dim}>none</span> },
    {
      header: 'Distinct id',
      width: '36%',
      cell: (user) => <Copyable value={user.distinct_id} label={`distinct id of ${nameOf(user)}`} />,
    },
    {
      header: 'Actions',
      width: '72px',
      align: 'end',
      cell: (user) => (
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          aria-label={`Edit ${nameOf(user)}`}
          onClick={() => onEdit(user)}
        >
          Edit
        </Button>
      ),
    },
  ];
  return <DataTable label="Users" columns={columns} rows={query.data} rowKey={(user) => user.id} />;
}

function nameOf(user: UserSummary): string {
  return user.first_name || user.email || `user ${user.id}`;
}
