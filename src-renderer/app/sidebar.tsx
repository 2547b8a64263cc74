import { spotlight } from '@mantine/spotlight';
import {
  IconActivity,
  IconFlag,
  IconFlask,
  IconSearch,
  IconSettings,
  IconTargetArrow,
  IconUsers,
} from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import type { Project } from '#server/projects/contract.ts';
import { Icon } from '../ui/icon.tsx';
import { Mark } from '../ui/page/mark.tsx';
import { ProjectSwitcher } from './project-switcher.tsx';
import classes from './sidebar.module.css';

const pages = [
  { to: '/live', label: 'Live', icon: IconActivity, covers: ['/live'] },
  { to: '/experiments', label: 'Experiments', icon: IconFlask, covers: ['/experiments'] },
  { to: '/feature-flags', label: 'Flags', icon: IconFlag, covers: ['/feature-flags'] },
  { to: '/actions', label: 'Actions', icon: IconTargetArrow, covers: ['/actions'] },
  { to: '/persons', label: 'Persons', icon: IconUsers, covers: ['/persons', '/groups'] },
  { to: '/settings', label: 'Settings', icon: IconSettings, covers: ['/settings'] },
] as const;

const modifier = navigator.platform.startsWith('Mac') ? '⌘' : 'Ctrl';

export function Sidebar({ projects }: { projects: Project[] }) {
  const path = useLocation({ select: (location) => location.pathname });
  return (
    <aside className={classes.sidebar} aria-label="Benchtop">
      <div className={classes.brand}>
        <Mark />
        <span className={classes.name}>Benchtop</span>
      </div>
      <ProjectSwitcher projects={projects} />
      <button type="button" className={classes.search} onClick={spotlight.open}>
        <Icon of={IconSearch} size={16} />
        <span className={classes.searchLabel}>Search</span>
        <span className={classes.keys} aria-hidden="true">
          {modifier} K
        </span>
      </button>
      <nav aria-label="Pages" className={classes.nav}>
        {pages.map(({ to, label, icon, covers }) => (
          <Link
            key={label}
            to={to}
            className={classes.link}
            data-current={covers.some((start) => path.startsWith(start)) || undefined}
          >
            <Icon of={icon} size={16} />
            <span className={classes.linkLabel}>{label}</span>
          </Link>
        ))}
      </nav>
    </aside>
  );
}
