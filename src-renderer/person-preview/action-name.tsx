import { Link } from '@tanstack/react-router';
import listPage from '../ui/page/list-page.module.css';

/** Opens an action. */
export function ActionName({ action: { id, name } }: { action: { id: number; name: string } }) {
  return (
    <Link to="/actions/$actionId" params={{ actionId: id }} className={listPage.name} title={name}>
      {name}
    </Link>
  );
}
