import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { UserSummary } from '#server/projects/contract.ts';
import { useGuard, useRefusal } from '../api/permissions.ts';
import { useCreateUser, usersQuery, useUpdateUser } from '../projects/queries.ts';
import { Copyable } from '../ui/feedback/copy-button.tsx';
import { QueryState } from '../ui/feedback/query-state.tsx';
import { changedFields } from '../ui/form/changed-fields.ts';
import { useDiscard } from '../ui/form/leave-guard.tsx';
import { Page } from '../ui/page/page.tsx';
import { Section } from '../ui/page/section.tsx';
import { UnsavedContext } from '../ui/page/unsaved.ts';
import { type Column, DataTable } from '../ui/table/data-table.tsx';
import { actionsColumn, RowButton } from '../ui/table/row-button.tsx';
import looks from '../ui/text.module.css';
import { useFocusReturn } from '../ui/use-focus-return.ts';
import { userName } from '../ui/user-name.ts';
import { uiWords } from '../ui/words.ts';
import { UserForm } from './user-form.tsx';
import { words } from './words.tsx';

export function UserList() {
  const refusal = useRefusal('administer');
  return (
    <Page title={words.users.title} description={words.users.description}>
      {refusal === undefined ? <AllUsers /> : <p className={looks.muted}>{refusal}</p>}
    </Page>
  );
}

function AllUsers() {
  const create = useCreateUser();
  const [edited, setEdited] = useState<UserSummary | null>(null);
  const refusal = useRefusal('edit_projects');
  const [isUnsaved, setUnsaved] = useState(false);
  const { discard, question } = useDiscard(isUnsaved, uiWords.form.entered);
  return (
    <>
      <Users onEdit={(user) => user.id !== edited?.id && discard(() => setEdited(user))} />
      {question}
      <UnsavedContext value={setUnsaved}>
        {refusal !== undefined ? (
          <p className={looks.muted}>{refusal}</p>
        ) : edited === null ? (
          <Section title={words.users.newUser}>
            <UserForm verb={words.users.add} onSubmit={(draft) => create.mutateAsync(draft)} />
          </Section>
        ) : (
          <EditUser key={edited.id} user={edited} onDone={() => setEdited(null)} />
        )}
      </UnsavedContext>
    </>
  );
}

function EditUser({ user, onDone }: { user: UserSummary; onDone: () => void }) {
  useFocusReturn();
  const update = useUpdateUser();
  return (
    <Section title={words.users.edit(userName(user))}>
      <UserForm
        user={user}
        verb={words.users.save}
        onSubmit={async (draft) => {
          const { first_name, email } = user;
          await update.mutateAsync({ id: user.id, ...changedFields({ first_name, email }, draft) });
          onDone();
        }}
        onCancel={onDone}
      />
    </Section>
  );
}

function Users({ onEdit }: { onEdit: (user: UserSummary) => void }) {
  const query = useQuery(usersQuery());
  const guard = useGuard('edit_projects');
  if (query.data === undefined) return <QueryState query={query} what={words.users.title} rows={3} />;
  const columns: Column<UserSummary>[] = [
    {
      header: uiWords.name,
      value: ({ first_name: name }) => name || null,
      width: '26%',
      cell: (user) => user.first_name || <span className={looks.muted}>{words.users.noName}</span>,
    },
    {
      header: words.users.email,
      value: ({ email }) => email || null,
      cell: (user) => user.email || <span className={looks.muted}>{words.users.noEmail}</span>,
    },
    {
      header: uiWords.distinctId,
      width: '36%',
      cell: (user) => <Copyable value={user.distinct_id} label={words.users.distinctIdOf(userName(user))} />,
    },
    actionsColumn('72px', (user) => (
      <RowButton aria-label={words.users.edit(userName(user))} {...guard} onClick={() => onEdit(user)}>
        {words.users.editVerb}
      </RowButton>
    )),
  ];
  return <DataTable label={words.users.title} columns={columns} rows={query.data} rowKey={(user) => user.id} />;
}
