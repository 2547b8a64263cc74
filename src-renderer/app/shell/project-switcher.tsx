import { Menu, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconPlus, IconSelector } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { Project } from '#server/projects/contract.ts';
import { useGuard } from '../../api/permissions.ts';
import { useProject } from '../../projects/current-project.ts';
import { useOpenProject } from '../../projects/use-open-project.ts';
import { Icon } from '../../ui/icon.tsx';
import { words } from '../words.tsx';
import classes from './sidebar.module.css';

export function ProjectSwitcher({ projects }: { projects: Project[] }) {
  const current = useProject();
  const navigate = useNavigate();
  const open = useOpenProject();
  const guard = useGuard('administer');
  return (
    <Menu width={240}>
      <Menu.Target>
        <button type="button" className={classes.switcher} title={current.name}>
          <span className={classes.initial} aria-hidden="true">
            {current.name.slice(0, 1).toUpperCase()}
          </span>
          <VisuallyHidden>{words.sidebar.project}</VisuallyHidden>
          <span className={classes.project}>{current.name}</span>
          <Icon of={IconSelector} className={classes.chevron} />
        </button>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu}>
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
      </Menu.Dropdown>
    </Menu>
  );
}
