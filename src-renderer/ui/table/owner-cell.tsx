import { ownerName } from './list-search.ts';
import classes from './tag-list.module.css';

/** Who looks after a row. */
export function OwnerCell({ owner }: { owner: { first_name: string; email: string } | null }) {
  return owner === null ? <span className={classes.dim}>–</span> : <span title={owner.email}>{ownerName(owner)}</span>;
}
