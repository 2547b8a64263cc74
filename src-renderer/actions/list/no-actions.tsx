import { IconTargetArrow } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { EmptyList } from '../../ui/feedback/empty-list.tsx';
import { NothingShown } from '../../ui/feedback/nothing-shown.tsx';
import type { ActionListSearch } from './list-search.ts';
import { words } from './words.tsx';

/** Explains why the list is empty, and what to do next. */
export function NoActions({ search }: { search: ActionListSearch }) {
  const reason = reasonOf(search);
  if (reason !== null)
    return <NothingShown reason={reason} icon={IconTargetArrow} to="/actions" showAll={words.showAll} />;
  return (
    <EmptyList text={words.first} icon={IconTargetArrow} to="/actions/new">
      <p>
        {words.first.start((text) => (
          <Link to="/live">{text}</Link>
        ))}
      </p>
    </EmptyList>
  );
}

/** Returns which filter hides all actions; null if there are none. */
function reasonOf({ search, tag, owner, deleted }: ActionListSearch) {
  const where = [
    search === undefined ? null : words.noMatch.contains(search),
    tag === undefined ? null : words.noMatch.isTagged(tag),
    owner === undefined ? null : words.noMatch.isOwned,
  ].filter((part) => part !== null);
  if (where.length > 0) return { title: words.noMatch.title, text: words.noMatch.text(deleted === true, where) };
  return deleted === true ? words.noDeleted : null;
}
