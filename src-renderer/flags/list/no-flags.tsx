import { IconFlag } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { FlagQuery } from '#server/flags/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { CreateButton } from '../../ui/create-button.tsx';
import { CopyButton } from '../../ui/feedback/copy-button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { formatCount } from '../../ui/format.ts';
import { wantedFlagsQuery } from '../queries.ts';
import classes from './flag-list.module.css';

const snippet = "posthog.isFeatureEnabled('new-checkout')";

/** Why the list is empty, and what to do about it. */
export function NoFlags({ filter }: { filter: FlagQuery }) {
  const { deleted, ...narrowing } = filter;
  if (Object.keys(narrowing).length > 0) {
    return (
      <EmptyState title="No flag matches" icon={IconFlag} action={<Link to="/feature-flags">Show all flags</Link>}>
        {filter.search === undefined
          ? 'None has this status and type.'
          : `No key or name contains “${filter.search}”${Object.keys(filter).length > 1 ? ' with this status and type' : ''}.`}
      </EmptyState>
    );
  }
  if (deleted === 'true') {
    return (
      <EmptyState title="No deleted flags" icon={IconFlag} action={<Link to="/feature-flags">Show all flags</Link>}>
        A flag that is deleted is kept here with its history, and can be restored.
      </EmptyState>
    );
  }
  return <FirstFlag />;
}

function FirstFlag() {
  const project = useProject();
  const { data: wanted } = useQuery(wantedFlagsQuery(project.id));
  return (
    <EmptyState
      title="No flags yet"
      icon={IconFlag}
      action={
        <CreateButton to="/feature-flags/new" variant="default">
          Create your first flag
        </CreateButton>
      }
    >
      <p>
        A flag turns a part of your app on for the people you choose, or gives each of them one of several variants,
        without a new release. Create one, then ask for it by its key:
      </p>
      <p className={classes.snippet}>
        <code>{snippet}</code>
        <CopyButton value={snippet} label="snippet" />
      </p>
      {wanted !== undefined && wanted.count > 0 && (
        <p>
          Your apps have already asked for{' '}
          <Link to="/feature-flags" search={{ tab: 'wanted' }}>
            {wanted.count === 1 ? 'a key' : `${formatCount(wanted.count)} keys`}
          </Link>{' '}
          that no flag has.
        </p>
      )}
    </EmptyState>
  );
}
