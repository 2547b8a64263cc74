import { Menu } from '@mantine/core';
import { IconCheck, IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { Project } from '#server/projects/contract.ts';
import { useGuard } from '../../api/permissions.ts';
import { useProject } from '../../projects/current-project.ts';
import { useOpenProject } from '../../projects/use-open-project.ts';
import { Icon } from '../../ui/icon.tsx';
import { LazyMenu } from '../../ui/lazy/lazy-menu.tsx';
import type { LazyOverlay } from '../../ui/lazy/use-lazy-overlay.ts';
import { words } from '../words.tsx';
import classes from './sidebar.module.css';

export function ProjectMenu({ overlay, projects }: { overlay: LazyOverlay; projects: Project[] }) {
  const current = useProject();
  const navigate = useNavigate();
  const open = useOpenProject();
  const guard = useGuard('edit_projects');
  return (
    <LazyMenu overlay={overlay} width={240} className={classes.menu}>
      <Menu.Label>{words.projects}</Menu.Label>
      {projects.map((project) => (
        <Menu.Item
          key={project.id}
          aria-current={project.id === current.id}
          rightSection={project.id === current.id && <Icon of={IconCheck} className={classes.check} />}
          onClick={() => open(project.id)}
        >
          {project.name}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Item
        {...guard}
        leftSection={<Icon of={IconPlus} />}
        onClick={() => void navigate({ to: '/settings/projects', search: { new: true } })}
      >
        {words.newProject}
      </Menu.Item>
    </LazyMenu>
  );
}
