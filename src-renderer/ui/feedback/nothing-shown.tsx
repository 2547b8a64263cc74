import type { TablerIcon } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { EmptyState } from './empty-state.tsx';

/** `to`, `search`: the address of the whole list. */
type Props = Pick<LinkProps, 'to' | 'search'> & {
  icon: TablerIcon;
  /** Why it is empty. */
  reason: { title: string; text: string };
  /** The text of its link. */
  showAll: string;
};

/** Explains why a list shows nothing, and links to the whole of it. */
export function NothingShown({ icon, reason, showAll, ...list }: Props) {
  return (
    <EmptyState title={reason.title} icon={icon} action={<Link {...list}>{showAll}</Link>}>
      {reason.text}
    </EmptyState>
  );
}
