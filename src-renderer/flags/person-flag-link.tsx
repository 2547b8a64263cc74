import { Link } from '@tanstack/react-router';
import listPage from '../ui/page/list-page.module.css';

type Props = { flag: { id: number | null; key: string }; person: string };

/** Opens the flag with this person in its test panel, which explains the value. */
export function PersonFlagLink({ flag: { id, key }, person }: Props) {
  if (id === null) return <span className={listPage.clippedName}>{key}</span>;
  return (
    <Link
      to="/feature-flags/$flagId"
      params={{ flagId: id }}
      search={{ person }}
      className={listPage.clippedName}
      title={key}
    >
      {key}
    </Link>
  );
}
