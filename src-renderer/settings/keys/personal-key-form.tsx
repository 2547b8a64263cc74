import { Button, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { IssuedPersonalKey } from '#server/projects/contract.ts';
import { useRefusal } from '../../api/permissions.ts';
import { useProject } from '../../projects/current-project.ts';
import { projectsQuery, useIssuePersonalKey, usersQuery } from '../../projects/queries.ts';
import { useSubmit } from '../../ui/form/use-submit.ts';
import { userName } from '../../ui/user-name.ts';
import { FormEnd } from '../form-end.tsx';
import classes from '../lists.module.css';
import { words } from '../words.tsx';

type Draft = { name: string; project_id: string; access: 'read' | 'write'; user_id: string | null };
const fields: (keyof Draft)[] = ['name', 'project_id', 'access', 'user_id'];

export function PersonalKeyForm({ onIssued }: { onIssued: (key: IssuedPersonalKey) => void }) {
  const projects = useQuery(projectsQuery()).data ?? [];
  const project = useProject();
  // A limited session issues keys of its own project and user only.
  const isLimited = useRefusal('administer') !== undefined;
  const users = useQuery({ ...usersQuery(), enabled: !isLimited }).data ?? [];
  const issue = useIssuePersonalKey();
  const form = useForm({
    // With write access, a key for all projects administers the server: it is never the default.
    initialValues: { name: '', project_id: String(project.id), access: 'write', user_id: null } as Draft,
    validate: { name: (name) => (name.trim() === '' ? words.enterName : null) },
  });
  const submit = useSubmit(form, fields, async (draft: Draft) => {
    const issued = await issue.mutateAsync({
      name: draft.name.trim(),
      access: draft.access,
      project_id: draft.project_id === 'all' ? null : Number(draft.project_id),
      ...(draft.user_id === null ? {} : { user_id: Number(draft.user_id) }),
    });
    form.reset();
    onIssued(issued);
  });
  const field = { className: classes.field };
  const scopes = projects.map((project) => ({ value: String(project.id), label: project.name }));
  return (
    <form className={classes.form} onSubmit={form.onSubmit((draft) => void submit.run(draft))}>
      <TextInput
        {...field}
        label={words.personalKeys.newKey}
        placeholder={words.personalKeys.placeholder}
        {...form.getInputProps('name')}
      />
      <Select
        {...field}
        label={words.personalKeys.projects}
        data={isLimited ? scopes : [{ value: 'all', label: words.personalKeys.allProjects }, ...scopes]}
        allowDeselect={false}
        {...form.getInputProps('project_id')}
      />
      <Select
        {...field}
        label={words.personalKeys.access}
        data={[
          { value: 'write', label: words.personalKeys.write },
          { value: 'read', label: words.personalKeys.read },
        ]}
        allowDeselect={false}
        {...form.getInputProps('access')}
      />
      {users.length > 1 && (
        <Select
          {...field}
          label={words.personalKeys.user}
          placeholder={words.personalKeys.you}
          data={users.map((user) => ({ value: String(user.id), label: userName(user) }))}
          {...form.getInputProps('user_id')}
        />
      )}
      <Button type="submit" className={classes.submit} loading={submit.running}>
        {words.issueKey}
      </Button>
      <FormEnd verb={words.issueKeyVerb} form={form} submit={submit} />
    </form>
  );
}
