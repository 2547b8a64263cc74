import { spotlight } from '@mantine/spotlight';
import {
  IconActivity,
  IconFlag,
  IconFlask,
  IconHelp,
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
import { words } from './words.tsx';

const pages = [
  { to: '/live', label: words.live, icon: IconActivity, covers: ['/live'] },
  { to: '/experiments', label: words.experiments, icon: IconFlask, covers: ['/experiments'] },
  { to: '/feature-flags', label: words.flags, icon: IconFlag, covers: ['/feature-flags'] },
  { to: '/actions', label: words.actions, icon: IconTargetArrow, covers: ['/actions'] },
  { to: '/persons', label: words.persons, icon: IconUsers, covers: ['/persons', '/groups'] },
  { to: '/settings', label: words.settings, icon: IconSettings, covers: ['/settings'] },
  { to: '/get-started', label: words.help, icon: IconHelp, covers: ['/get-started', '/glossary'] },
] as const;

const modifier = navigator.platform.startsWith('Mac') ? '⌘' : 'Ctrl';

export function Sidebar({ projects }: { projects: Project[] }) {
  const path = useLocation({ select: (location) => location.pathname });
  return (
    <aside className={classes.sidebar} aria-label={words.benchtop}>
      <div className={classes.brand}>
        <Mark />
        <span className={classes.name}>{words.benchtop}</span>
      </div>
      <ProjectSwitcher projects={projects} />
      <button type="button" className={classes.search} onClick={spotlight.open}>
        <Icon of={IconSearch} size={16} />
        <span className={classes.searchLabel}>{words.sidebar.search}</span>
        <span className={classes.keys} aria-hidden="true">
          {words.sidebar.searchKey(modifier)}
        </span>
      </button>
      <nav aria-label={words.pages} className={classes.nav}>
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
