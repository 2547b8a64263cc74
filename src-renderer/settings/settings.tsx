import { Link, Outlet } from '@tanstack/react-router';
import classes from './settings.module.css';
import { settingsPages } from './settings-pages.ts';

/** The frame of the settings: their pages at the side. */
export function Settings() {
  return (
    <div className={classes.settings}>
      <nav aria-label="Settings" className={classes.nav}>
        {settingsPages.map(({ to, label }) => (
          <Link key={to} to={to} className={classes.link} activeOptions={{ includeSearch: false }}>
            {label}
          </Link>
        ))}
      </nav>
      <div className={classes.content}>
        <Outlet />
      </div>
    </div>
  );
}
