import { Link, type LinkProps } from '@tanstack/react-router';
import classes from './tabs.module.css';

/** `mark` stands beside the label: a count, or in `info` what wants a look. */
export type Tab = {
  label: string;
  link: LinkProps;
  isCurrent: boolean;
  mark?: string | null | undefined;
  markTone?: 'info';
};

/** `label` names the group for assistive tools; `className` places it in the page. */
export function Tabs({ label, tabs, className = classes.tabs }: { label: string; tabs: Tab[]; className?: string }) {
  return (
    <nav className={className} aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.label}
          {...tab.link}
          className={classes.tab}
          data-current={tab.isCurrent}
          aria-current={tab.isCurrent && 'page'}
        >
          {tab.label}{' '}
          {tab.mark != null && (
            <span className={classes.mark} data-tone={tab.markTone}>
              {tab.mark}
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}
