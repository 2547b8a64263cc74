import { VisuallyHidden } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { Suspense } from 'react';
import type { Project } from '#server/projects/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { Icon } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazy/lazy-part.ts';
import { useLazyOverlay } from '../../ui/lazy/use-lazy-overlay.ts';
import { words } from '../words.tsx';
import classes from './sidebar.module.css';

const ProjectMenu = lazyPart(() => import('./project-menu.tsx'), 'ProjectMenu');

export function ProjectSwitcher({ projects }: { projects: Project[] }) {
  const current = useProject();
  const { button, overlay } = useLazyOverlay('menu');
  return (
    <>
      <button type="button" className={classes.switcher} title={current.name} {...button}>
        <span className={classes.initial} aria-hidden="true">
          {[...current.name][0]?.toUpperCase()}
        </span>
        <VisuallyHidden>{words.sidebar.project}</VisuallyHidden>
        <span className={classes.project}>{current.name}</span>
        <Icon of={IconSelector} className={classes.chevron} />
      </button>
      {overlay !== undefined && (
        <Suspense>
          <ProjectMenu overlay={overlay} projects={projects} />
        </Suspense>
      )}
    </>
  );
}
