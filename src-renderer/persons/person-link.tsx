import { Link } from '@tanstack/react-router';

type Props = { id: number; name: string; title?: string; className: string };

/** Leads to the page of a person. `title`: what of the person is shown whole, by default the name. */
export function PersonLink({ id, name, title = name, className }: Props) {
  return (
    <Link to="/persons/$personId" params={{ personId: id }} className={className} title={title}>
      {name}
    </Link>
  );
}
