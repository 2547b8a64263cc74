import type { TablerIcon } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { EmptyState } from './empty-state.tsx';

type Props = {
  icon: TablerIcon;
  /** Why it is empty. */
  reason: { title: string; text: string };
  /** Address of the whole list, and the text of its link. */
  to: NonNullable<LinkProps['to']>;
  showAll: string;
};

/** Explains why a list shows nothing, and links to the whole of it. */
export function NothingShown({ icon, reason, to, showAll }: Props) {
  return (
    <EmptyState title={reason.title} icon={icon} action={<Link to={to}>{showAll}</Link>}>
      {reason.text}
    </EmptyState>
  );
}
