import { IconFlag } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { FlagListQuery } from '#server/flags/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { CopyButton } from '../../ui/feedback/copy-button.tsx';
import { EmptyList } from '../../ui/feedback/empty-list.tsx';
import { NothingShown } from '../../ui/feedback/nothing-shown.tsx';
import { unknownFlagsQuery } from '../queries.ts';
import classes from './flag-list.module.css';
import { words } from './words.tsx';

const snippet = "posthog.isFeatureEnabled('new-checkout')";

/** Explains why the list is empty, and what to do next. */
export function NoFlags({ filter }: { filter: FlagListQuery }) {
  const reason = reasonOf(filter);
  if (reason === null) return <FirstFlag />;
  return <NothingShown reason={reason} icon={IconFlag} to="/feature-flags" showAll={words.showAll} />;
}

/** Returns which filter hides all flags; null if there are none. */
function reasonOf(filter: FlagListQuery) {
  const { deleted, ...narrowing } = filter;
  const { title, filters, search } = words.noMatch;
  if (Object.keys(narrowing).length === 0) return deleted === 'true' ? words.noDeleted : null;
  return { title, text: filter.search === undefined ? filters : search(filter.search, Object.keys(filter).length > 1) };
}

function FirstFlag() {
  const project = useProject();
  const { data: unknown } = useQuery(unknownFlagsQuery(project.id));
  return (
    <EmptyList text={words.first} icon={IconFlag} to="/feature-flags/new">
      <p className={classes.snippet}>
        <code>{snippet}</code>
        <CopyButton value={snippet} label={words.first.snippet} />
      </p>
      {unknown !== undefined && unknown.count > 0 && (
        <p>
          {words.first.unknown(unknown.count, (text) => (
            <Link to="/feature-flags" search={{ tab: 'unknown' }}>
              {text}
            </Link>
          ))}
        </p>
      )}
    </EmptyList>
  );
}
