import { Link } from '@tanstack/react-router';
import classes from './persons.module.css';

const shown = { 'data-current': 'true' };

/** Persons and groups are two pages under one entry of the sidebar. */
export function PeopleTabs() {
  return (
    <nav aria-label="Kind" className={classes.tabs}>
      <Link to="/persons" className={classes.tab} activeOptions={{ includeSearch: false }} activeProps={shown}>
        Persons
      </Link>
      <Link to="/groups" className={classes.tab} activeOptions={{ includeSearch: false }} activeProps={shown}>
        Groups
      </Link>
    </nav>
  );
}
