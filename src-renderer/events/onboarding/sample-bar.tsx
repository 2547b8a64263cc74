import { IconBox } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useGuard } from '../../api/permissions.ts';
import { useProject } from '../../projects/current-project.ts';
import { projectsQuery, useDeleteProject } from '../../projects/queries.ts';
import { useOpenProject } from '../../projects/use-open-project.ts';
import { attempt } from '../../ui/feedback/do-undoably.tsx';
import { Icon } from '../../ui/icon.tsx';
import band from '../../ui/page/band.module.css';
import links from '../../ui/page/link-button.module.css';
import { words } from './words.ts';

const { sample: text } = words;

/** Says that this is the sample project, and takes it away with one click. */
export function SampleBar() {
  const project = useProject();
  const openProject = useOpenProject();
  const { data: projects = [] } = useQuery(projectsQuery());
  const deletion = useDeleteProject();
  const guard = useGuard('edit_projects');
  const other = projects.find(({ sample }) => sample === null);
  if (project.sample === null || other === undefined) return null;
  const remove = () => {
    openProject(other.id);
    void attempt(text.removeFailed, () => deletion.mutateAsync(project.id));
  };
  return (
    <section className={band.band} aria-label={text.project}>
      <Icon of={IconBox} />
      <span>{project.sample === 'loaded' ? text.bar : text.incomplete}</span>
      <button type="button" className={links.link} {...guard} onClick={remove}>
        {text.remove}
      </button>
    </section>
  );
}
