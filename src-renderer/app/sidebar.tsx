import { Kbd } from '@mantine/core';
import { spotlight } from '@mantine/spotlight';
import { IconActivity, IconSearch, IconSettings, IconUsers } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Project } from '#server/projects/contract.ts';
import { Mark } from '../ui/mark.tsx';
import { ProjectSwitcher } from './project-switcher.tsx';
import classes from './sidebar.module.css';

const pages = [
  { to: '/live', label: 'Live', icon: IconActivity },
  { to: '/persons', label: 'Persons', icon: IconUsers },
  { to: '/settings', label: 'Settings', icon: IconSettings },
] as const;

const modifier = navigator.platform.startsWith('Mac') ? '⌘' : 'Ctrl';

export function Sidebar({ projects }: { projects: Project[] }) {
  return (
    <div className={classes.sidebar}>
      <div className={classes.brand}>
        <Mark />
        <span className={classes.name}>Benchtop</span>
      </div>
      <ProjectSwitcher projects={projects} />
      <button type="button" className={classes.search} onClick={spotlight.open} aria-label="Search and commands">
        <IconSearch size={16} stroke={1.5} aria-hidden="true" />
        <span className={classes.searchLabel}>Search</span>
        <Kbd size="xs" className={classes.keys}>
          {modifier} K
        </Kbd>
      </button>
      <nav aria-label="Pages" className={classes.nav}>
        {pages.map(({ to, label, icon: Icon }) => (
          <Link key={label} to={to} className={classes.link} aria-label={label}>
            <Icon size={16} stroke={1.5} aria-hidden="true" />
            <span className={classes.linkLabel}>{label}</span>
          </Link>
        ))}
      </nav>
    </div>
  );
}
