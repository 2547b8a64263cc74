import { Link } from '@tanstack/react-router';
import classes from './preview.module.css';

/** Opens an action. */
export function ActionName({ action: { id, name } }: { action: { id: number; name: string } }) {
  return (
    <Link to="/actions/$actionId" params={{ actionId: id }} className={classes.name} title={name}>
      {name}
    </Link>
  );
}
