import { IconBox } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useGuard } from '../../api/permissions.ts';
import { useProject } from '../../projects/current-project.ts';
import { projectsQuery } from '../../projects/queries.ts';
import { useOpenProject } from '../../projects/use-open-project.ts';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { Icon } from '../../ui/icon.tsx';
import band from '../../ui/page/band.module.css';
import links from '../../ui/page/link-button.module.css';
import { isIncompleteSample, isSampleProject, useRemoveSample } from './sample-data.ts';
import { words } from './words.ts';

const { sample: text } = words;

/** Says that this is the sample project, and takes it away with one click. */
export function SampleBar() {
  const project = useProject();
  const openProject = useOpenProject();
  const { data: projects = [] } = useQuery(projectsQuery());
  const removal = useRemoveSample();
  const guard = useGuard('edit_projects');
  const other = projects.find((candidate) => !isSampleProject(candidate));
  if (!isSampleProject(project) || other === undefined) return null;
  return (
    <div className={band.band}>
      <Icon of={IconBox} />
      <span>{isIncompleteSample(project) ? text.incomplete : text.bar}</span>
      <button
        type="button"
        className={links.link}
        disabled={removal.isPending}
        {...guard}
        onClick={() => removal.mutate(project.id, { onSuccess: () => openProject(other.id) })}
      >
        {text.remove}
      </button>
      {removal.isError && <ErrorNote what={text.removeFailed} error={removal.error} />}
    </div>
  );
}
