import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Project } from '#server/projects/contract.ts';
import { useGuard, useRefusal } from '../api/permissions.ts';
import { projectsQuery, useCreateProject, useDeleteProject, useRenameProject } from '../projects/queries.ts';
import { Copyable } from '../ui/feedback/copy-button.tsx';
import { QueryState } from '../ui/feedback/query-state.tsx';
import { ConfirmDialog } from '../ui/form/confirm-dialog.tsx';
import { EditableText } from '../ui/form/editable-text.tsx';
import { Page } from '../ui/page/page.tsx';
import { type Column, DataTable } from '../ui/table/data-table.tsx';
import { RelativeTime } from '../ui/table/relative-time.tsx';
import classes from './lists.module.css';
import { NameForm } from './name-form.tsx';

const route = getRouteApi('/settings/projects');

export function ProjectList() {
  const isNew = route.useSearch().new === true;
  const navigate = route.useNavigate();
  const create = useCreateProject();
  const refusal = useRefusal('administer');
  const createAndOpen = async (name: string) => {
    const created = await create.mutateAsync(name);
    await navigate({ search: { project: created.id } });
  };
  return (
    <Page
      title="Projects"
      description="Each project has its own keys, events and persons. Apps choose one by the project key they send."
    >
      <Projects />
      {refusal === undefined ? (
        <NameForm
          key={String(isNew)}
          label="New project"
          placeholder="Name, such as Shop or Staging"
          verb="Create project"
          autoFocus={isNew}
          onSubmit={createAndOpen}
        />
      ) : (
        <p className={classes.dim}>{refusal}</p>
      )}
    </Page>
  );
}

function Projects() {
  const query = useQuery(projectsQuery());
  const rename = useRenameProject();
  const guard = useGuard('administer');
  const [deleting, setDeleting] = useState<Project | null>(null);
  if (query.data === undefined) return <QueryState query={query} what="Projects" rows={3} />;
  const isLast = query.data.length === 1;
  const columns: Column<Project>[] = [
    {
      header: 'Name',
      cell: ({ id, name }) => (
        <EditableText
          value={name}
          label={`name of ${name}`}
          field="name"
          onSave={(text) => rename.mutateAsync({ id, name: text })}
        />
      ),
    },
    { header: 'Id', width: '56px', align: 'end', cell: (project) => project.id },
    {
      header: 'Project key',
      width: '38%',
      cell: ({ name, api_key: key }) =>
        key === null ? (
          <span className={classes.dim}>all revoked</span>
        ) : (
          <Copyable value={key} label={`key of ${name}`} />
        ),
    },
    { header: 'Created', width: '88px', align: 'end', cell: (project) => <RelativeTime date={project.created_at} /> },
    {
      header: 'Actions',
      width: '88px',
      align: 'end',
      cell: (project) => (
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          aria-label={`Delete ${project.name}`}
          title={isLast ? 'The last project stays.' : undefined}
          disabled={isLast}
          {...guard}
          onClick={() => setDeleting(project)}
        >
          Delete
        </Button>
      ),
    },
  ];
  return (
    <>
      <DataTable label="Projects" columns={columns} rows={query.data} rowKey={(project) => project.id} />
      {deleting !== null && <DeleteProject project={deleting} onClose={() => setDeleting(null)} />}
    </>
  );
}

function DeleteProject({ project, onClose }: { project: Project; onClose: () => void }) {
  const deletion = useDeleteProject();
  return (
    <ConfirmDialog
      title={`Delete ${project.name}?`}
      verb="Delete project"
      typed={project.name}
      onConfirm={() => deletion.mutateAsync(project.id)}
      onClose={onClose}
    >
      <p>
        All its events, persons, groups and keys go with it. Apps that still send its keys are refused from then on.
      </p>
      <p>This cannot be undone.</p>
    </ConfirmDialog>
  );
}
