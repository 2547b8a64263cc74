import { IconTargetArrow } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { EmptyList } from '../../ui/feedback/empty-list.tsx';
import { NothingShown } from '../../ui/feedback/nothing-shown.tsx';
import type { ActionListSearch } from './list-search.ts';
import { actionListWords } from './words.tsx';

/** Explains why the list is empty, and what to do next. */
export function NoActions({ search }: { search: ActionListSearch }) {
  const reason = reasonOf(search);
  if (reason !== null)
    return <NothingShown reason={reason} icon={IconTargetArrow} to="/actions" showAll={actionListWords.showAll} />;
  return (
    <EmptyList text={actionListWords.first} icon={IconTargetArrow} to="/actions/new">
      <p>
        {actionListWords.first.start((text) => (
          <Link to="/live">{text}</Link>
        ))}
      </p>
    </EmptyList>
  );
}

/** Returns which filter hides all actions; null if there are none. */
function reasonOf({ search, tag, owner, deleted }: ActionListSearch) {
  const where = [
    search === undefined ? null : actionListWords.noMatch.contains(search),
    tag === undefined ? null : actionListWords.noMatch.isTagged(tag),
    owner === undefined ? null : actionListWords.noMatch.isOwned,
  ].filter((part) => part !== null);
  if (where.length > 0)
    return { title: actionListWords.noMatch.title, text: actionListWords.noMatch.text(deleted === true, where) };
  return deleted === true ? actionListWords.noDeleted : null;
}
