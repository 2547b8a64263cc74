import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Project } from '#server/projects/contract.ts';
import { useGuard, useRefusal } from '../api/permissions.ts';
import { useProject } from '../projects/current-project.ts';
import { projectsQuery, useCreateProject, useDeleteProject, useRenameProject } from '../projects/queries.ts';
import { useOpenProject } from '../projects/use-open-project.ts';
import { Copyable } from '../ui/feedback/copy-button.tsx';
import { attempt } from '../ui/feedback/do-undoably.tsx';
import { QueryState } from '../ui/feedback/query-state.tsx';
import { ConfirmDialog } from '../ui/form/confirm-dialog.tsx';
import { EditableName } from '../ui/form/fields/editable-name.tsx';
import { Page } from '../ui/page/page.tsx';
import { useNavigateFromHere } from '../ui/page/use-navigate-from-here.ts';
import { type Column, DataTable } from '../ui/table/data-table.tsx';
import { actionsColumn, RowButton } from '../ui/table/row-button.tsx';
import { sortedTimeColumn } from '../ui/table/time-column.tsx';
import looks from '../ui/text.module.css';
import { uiWords } from '../ui/words.ts';
import { NameForm } from './name-form.tsx';
import { RetentionSection } from './retention/retention-section.tsx';
import { words } from './words.tsx';

const route = getRouteApi('/settings/projects');

export function ProjectList() {
  const isNew = route.useSearch().new === true;
  const navigate = useNavigateFromHere();
  const create = useCreateProject();
  const refusal = useRefusal('edit_projects');
  const createAndOpen = async (name: string) => {
    const created = await create.mutateAsync(name);
    await navigate({ to: '/settings/projects', search: { project: created.id } });
  };
  return (
    <Page title={words.projects.title} description={words.projects.description}>
      <Projects />
      {refusal === undefined ? (
        <NameForm
          key={String(isNew)}
          label={words.projects.newProject}
          placeholder={words.projects.placeholder}
          verb={words.projects.create}
          autoFocus={isNew}
          onSubmit={createAndOpen}
        />
      ) : (
        <p className={looks.muted}>{refusal}</p>
      )}
      <RetentionSection />
    </Page>
  );
}

function Projects() {
  const query = useQuery(projectsQuery());
  const rename = useRenameProject();
  const guard = useGuard('edit_projects');
  const [deleting, setDeleting] = useState<Project | null>(null);
  if (query.data === undefined) return <QueryState query={query} what={words.projects.title} rows={3} />;
  const isLast = query.data.length === 1;
  const columns: Column<Project>[] = [
    {
      header: uiWords.name,
      value: ({ name }) => name,
      cell: ({ id, name }) => <EditableName of={{ id, name }} label={words.nameOf} rename={rename} />,
    },
    { header: words.projects.id, width: '56px', align: 'end', cell: (project) => project.id },
    {
      header: words.projects.key,
      width: '38%',
      cell: ({ name, api_key: key }) =>
        key === null ? (
          <span className={looks.muted}>{words.projects.allRevoked}</span>
        ) : (
          <Copyable value={key} label={words.projects.keyOf(name)} />
        ),
    },
    sortedTimeColumn(words.projects.created, ({ created_at: date }) => date),
    actionsColumn('88px', (project) => (
      <RowButton
        aria-label={words.delete(project.name)}
        title={isLast ? words.projects.last : undefined}
        disabled={isLast}
        {...guard}
        onClick={() => setDeleting(project)}
      >
        {words.deleteVerb}
      </RowButton>
    )),
  ];
  return (
    <>
      <DataTable label={words.projects.title} columns={columns} rows={query.data} rowKey={(project) => project.id} />
      {deleting !== null && (
        <DeleteProject project={deleting} projects={query.data} onClose={() => setDeleting(null)} />
      )}
    </>
  );
}

type Deletion = { project: Project; projects: Project[]; onClose: () => void };

function DeleteProject({ project, projects, onClose }: Deletion) {
  const current = useProject();
  const openProject = useOpenProject();
  const deletion = useDeleteProject();
  const other = projects.find(({ id }) => id !== project.id);
  const remove = () => {
    if (project.id === current.id && other !== undefined) openProject(other.id);
    return deletion.mutateAsync(project.id);
  };
  return (
    <ConfirmDialog
      title={words.projects.deleteTitle(project.name)}
      verb={words.projects.deleteVerb}
      typed={project.name}
      // Closes at once: the window leaves the project, and this dialog with it.
      onConfirm={async () => void attempt(words.projects.deleteVerb.toLowerCase(), remove)}
      onClose={onClose}
    >
      <p>{words.projects.deleteConsequence}</p>
    </ConfirmDialog>
  );
}
