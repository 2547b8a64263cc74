import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import {
  IconActivity,
  IconFlag,
  IconFlask,
  IconHelp,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconListCheck,
  IconSearch,
  IconSettings,
  IconTargetArrow,
  IconTestPipe,
  IconUsers,
} from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { Project } from '#server/projects/contract.ts';
import { Icon } from '../../ui/icon.tsx';
import { Tip } from '../../ui/lazy/tip.tsx';
import type { TargetProps } from '../../ui/lazy/use-lazy-target.ts';
import { Mark } from '../../ui/page/mark.tsx';
import { palette } from '../palette/palette-store.ts';
import { words } from '../words.tsx';
import { ProjectSwitcher } from './project-switcher.tsx';
import classes from './sidebar.module.css';

const pages = [
  { to: '/live', label: words.live, icon: IconActivity, covers: ['/live'] },
  { to: '/experiments', label: words.experiments, icon: IconFlask, covers: ['/experiments'] },
  { to: '/feature-flags', label: words.flags, icon: IconFlag, covers: ['/feature-flags'] },
  { to: '/actions', label: words.actions, icon: IconTargetArrow, covers: ['/actions'] },
  { to: '/persons', label: words.persons, icon: IconUsers, covers: ['/persons', '/groups'] },
  { to: '/test-runs', label: words.testRuns, icon: IconTestPipe, covers: ['/test-runs'] },
  { to: '/tracking-plan', label: words.trackingPlan, icon: IconListCheck, covers: ['/tracking-plan'] },
  { to: '/settings', label: words.settings, icon: IconSettings, covers: ['/settings'] },
  { to: '/get-started', label: words.help, icon: IconHelp, covers: ['/get-started', '/glossary'] },
] as const;

export function Sidebar({ projects }: { projects: Project[] }) {
  const path = useLocation({ select: (location) => location.pathname });
  const { isRail, toggle } = useRail();
  return (
    <aside className={classes.sidebar} aria-label={words.benchtop} data-rail={isRail || undefined}>
      <div className={classes.brand}>
        <Mark />
        <span className={classes.name}>{words.benchtop}</span>
      </div>
      <ProjectSwitcher projects={projects} />
      <RailTip label={`${words.sidebar.search} (${words.sidebar.searchKey})`} isRail={isRail}>
        <button type="button" className={classes.search} onClick={palette.open}>
          <Icon of={IconSearch} size={16} />
          <span className={classes.searchLabel}>{words.sidebar.search}</span>
          <span className={classes.keys} aria-hidden="true">
            {words.sidebar.searchKey}
          </span>
        </button>
      </RailTip>
      <nav aria-label={words.pages} className={classes.nav}>
        {pages.map(({ to, label, icon, covers }) => (
          <RailTip key={label} label={label} isRail={isRail}>
            <Link
              to={to}
              className={classes.link}
              aria-current={covers.some((start) => path.startsWith(start)) ? 'page' : undefined}
            >
              <Icon of={icon} size={16} />
              <span className={classes.linkLabel}>{label}</span>
            </Link>
          </RailTip>
        ))}
      </nav>
      {toggle !== null && (
        <div className={classes.foot}>
          <RailTip label={words.sidebar.expand} isRail={isRail}>
            <button type="button" className={classes.link} onClick={toggle}>
              <Icon of={isRail ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse} size={16} />
              <span className={classes.linkLabel}>{isRail ? words.sidebar.expand : words.sidebar.collapse}</span>
            </button>
          </RailTip>
        </div>
      )}
    </aside>
  );
}

/** Shows the label of an icon, on hover and focus, while the sidebar is a rail. */
function RailTip({ label, isRail, children }: { label: string; isRail: boolean; children: ReactElement<TargetProps> }) {
  return (
    <Tip label={label} position="right" isOff={!isRail} onFocus>
      {children}
    </Tip>
  );
}

const atOnce = { getInitialValueInEffect: false };

/**
 * Returns whether the sidebar is a rail of icons: by default where the window is narrow, else as last chosen in this browser.
 * `toggle` is null where there is no room for a choice.
 */
function useRail() {
  const [choice, setChoice] = useLocalStorage<boolean | null>({
    key: 'benchtop-sidebar-rail',
    defaultValue: null,
    ...atOnce,
  });
  const isNarrow = useMediaQuery('(width < 1100px)', undefined, atOnce);
  const isTiny = useMediaQuery('(width < 800px)', undefined, atOnce);
  const isRail = isTiny || (choice ?? isNarrow);
  return { isRail, toggle: isTiny ? null : () => setChoice(!isRail) };
}
