import { IconTargetArrow } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { CreateButton } from '../../ui/create-button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import type { ActionListSearch } from './list-search.ts';

/** Why the list is empty, and what to do about it. */
export function NoActions({ search: { search, tag, deleted } }: { search: ActionListSearch }) {
  if (search !== undefined || tag !== undefined) {
    const where = [
      search === undefined ? null : `contains “${search}” in its name or description`,
      tag === undefined ? null : `is tagged “${tag}”`,
    ].filter((part) => part !== null);
    return (
      <EmptyState title="No action matches" icon={IconTargetArrow} action={<Link to="/actions">Show all actions</Link>}>
        No {deleted === true ? 'deleted action' : 'action'} {where.join(' and ')}.
      </EmptyState>
    );
  }
  if (deleted === true) {
    return (
      <EmptyState
        title="No deleted actions"
        icon={IconTargetArrow}
        action={<Link to="/actions">Show all actions</Link>}
      >
        An action that is deleted is kept here with its definition, and can be restored.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No actions yet"
      icon={IconTargetArrow}
      action={
        <CreateButton to="/actions/new" variant="default">
          Create your first action
        </CreateButton>
      }
    >
      <p>
        An action gives a name to something people do: a click on “Buy”, a visit of the pricing page, a purchase over
        100. It counts every event that matches it, those from before too, and lists who did it.
      </p>
      <p>
        The easiest start is an event that is already here: select it in <Link to="/live">Live</Link>, then choose
        “Create action”.
      </p>
    </EmptyState>
  );
}
