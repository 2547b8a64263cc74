import { IconTargetArrow } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { CreateButton } from '../../ui/create-button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import type { ActionListSearch } from './list-search.ts';
import { words } from './words.tsx';

const showAll = <Link to="/actions">{words.showAll}</Link>;

/** Explains why the list is empty, and what to do next. */
export function NoActions({ search: { search, tag, owner, deleted } }: { search: ActionListSearch }) {
  if (search !== undefined || tag !== undefined || owner !== undefined) {
    const where = [
      search === undefined ? null : words.noMatch.contains(search),
      tag === undefined ? null : words.noMatch.isTagged(tag),
      owner === undefined ? null : words.noMatch.isOwned,
    ].filter((part) => part !== null);
    return (
      <EmptyState title={words.noMatch.title} icon={IconTargetArrow} action={showAll}>
        {words.noMatch.text(deleted === true, where)}
      </EmptyState>
    );
  }
  if (deleted === true) {
    return (
      <EmptyState title={words.noDeleted.title} icon={IconTargetArrow} action={showAll}>
        {words.noDeleted.text}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={words.first.title}
      icon={IconTargetArrow}
      action={
        <CreateButton to="/actions/new" variant="default">
          {words.first.create}
        </CreateButton>
      }
    >
      <p>{words.first.about}</p>
      <p>
        {words.first.start((text) => (
          <Link to="/live">{text}</Link>
        ))}
      </p>
    </EmptyState>
  );
}
