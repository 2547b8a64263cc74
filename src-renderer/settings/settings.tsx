import { Link, Outlet } from '@tanstack/react-router';
import classes from './settings.module.css';
import { settingsPages, words } from './words.tsx';

/** Shows the frame of the settings pages, with their menu. */
export function Settings() {
  return (
    <div className={classes.settings}>
      <nav aria-label={words.title} className={classes.nav}>
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
