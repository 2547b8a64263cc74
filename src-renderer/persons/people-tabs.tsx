import { Link } from '@tanstack/react-router';
import classes from './persons.module.css';
import { words } from './words.tsx';

const shown = { 'data-current': 'true' };

/** Switches between persons and groups, which share one entry of the sidebar. */
export function PeopleTabs() {
  return (
    <nav aria-label={words.kind} className={classes.tabs}>
      <Link to="/persons" className={classes.tab} activeOptions={{ includeSearch: false }} activeProps={shown}>
        {words.persons}
      </Link>
      <Link to="/groups" className={classes.tab} activeOptions={{ includeSearch: false }} activeProps={shown}>
        {words.groups}
      </Link>
    </nav>
  );
}
