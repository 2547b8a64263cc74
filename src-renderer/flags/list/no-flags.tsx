import { IconFlag } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { FlagListQuery } from '#server/flags/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { CreateButton } from '../../ui/create-button.tsx';
import { CopyButton } from '../../ui/feedback/copy-button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { unknownFlagsQuery } from '../queries.ts';
import classes from './flag-list.module.css';
import { words } from './words.tsx';

const showAll = <Link to="/feature-flags">{words.showAll}</Link>;

const snippet = "posthog.isFeatureEnabled('new-checkout')";

/** Explains why the list is empty, and what to do next. */
export function NoFlags({ filter }: { filter: FlagListQuery }) {
  const { deleted, ...narrowing } = filter;
  if (Object.keys(narrowing).length > 0) {
    return (
      <EmptyState title={words.noMatch.title} icon={IconFlag} action={showAll}>
        {filter.search === undefined
          ? words.noMatch.filters
          : words.noMatch.search(filter.search, Object.keys(filter).length > 1)}
      </EmptyState>
    );
  }
  if (deleted === 'true') {
    return (
      <EmptyState title={words.noDeleted.title} icon={IconFlag} action={showAll}>
        {words.noDeleted.text}
      </EmptyState>
    );
  }
  return <FirstFlag />;
}

function FirstFlag() {
  const project = useProject();
  const { data: unknown } = useQuery(unknownFlagsQuery(project.id));
  return (
    <EmptyState
      title={words.first.title}
      icon={IconFlag}
      action={
        <CreateButton to="/feature-flags/new" variant="default">
          {words.first.create}
        </CreateButton>
      }
    >
      <p>{words.first.about}</p>
      <p>{words.first.code}</p>
      <p className={classes.snippet}>
        <code>{snippet}</code>
        <CopyButton value={snippet} label={words.first.snippet} />
      </p>
      {unknown !== undefined && unknown.count > 0 && (
        <p>
          {words.first.unknown(unknown.count, (text) => (
            <Link to="/feature-flags" search={{ tab: 'wanted' }}>
              {text}
            </Link>
          ))}
        </p>
      )}
    </EmptyState>
  );
}
