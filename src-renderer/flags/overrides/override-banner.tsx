import { Button, CloseButton, UnstyledButton } from '@mantine/core';
import { IconFlagExclamation } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { FlagOverride } from '#server/flags/contract.ts';
import { useGuard } from '../../api/permissions.ts';
import { useProject } from '../../projects/current-project.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx';
import { formatCount } from '../../ui/format.ts';
import { useOverrideActions } from '../list/flag-actions.tsx';
import { overridesQuery, useClearOverrides } from '../queries.ts';
import { valueWords } from '../reasons.ts';
import classes from './override-banner.module.css';

const SHOWN = 3;

/** While apps get other answers than the flags say, every page says so. */
export function OverrideBanner() {
  const project = useProject();
  const { data: overrides = [] } = useQuery(overridesQuery(project.id));
  const [isAsking, setAsking] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const guard = useGuard('write');
  if (overrides.length === 0) return null;
  const count = overrides.length;
  const hidden = count - SHOWN;
  return (
    <>
      <Banner
        tone="warning"
        role="status"
        icon={IconFlagExclamation}
        title={count === 1 ? '1 override is active:' : `${formatCount(count)} overrides are active:`}
        action={
          <Button
            className={classes.clearAll}
            {...guard}
            variant="subtle"
            color="gray"
            size="compact-xs"
            onClick={() => setAsking(true)}
          >
            Clear all
          </Button>
        }
      >
        <ul className={classes.overrides} aria-label="Active overrides" data-open={isOpen || undefined}>
          {(isOpen ? overrides : overrides.slice(0, SHOWN)).map((override) => (
            <li key={override.id} className={classes.override}>
              <OverrideItem override={override} />
            </li>
          ))}
        </ul>
        {hidden > 0 && (
          <UnstyledButton className={classes.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Show fewer' : `and ${formatCount(hidden)} more`}
          </UnstyledButton>
        )}
      </Banner>
      {isAsking && <ClearAll count={count} onClose={() => setAsking(false)} />}
    </>
  );
}

function OverrideItem({ override }: { override: FlagOverride }) {
  const { clear } = useOverrideActions();
  const { flag_id, flag_key, distinct_id, value } = override;
  return (
    <>
      <span className={classes.words}>
        <Link to="/feature-flags/$flagId" params={{ flagId: flag_id }} className={classes.flag} title={flag_key}>
          {flag_key}
        </Link>{' '}
        = <b>{valueWords(value)}</b> for{' '}
        {distinct_id === null ? 'everyone' : <code title={distinct_id}>{distinct_id}</code>}
      </span>
      <CloseButton
        size="xs"
        {...useGuard('write')}
        aria-label={`Clear the override of ${flag_key} for ${distinct_id ?? 'everyone'}`}
        onClick={() => void clear(override)}
      />
    </>
  );
}

function ClearAll({ count, onClose }: { count: number; onClose: () => void }) {
  const project = useProject();
  const clearAll = useClearOverrides(project.id);
  return (
    <ConfirmDialog
      title={count === 1 ? 'Clear the override?' : `Clear all ${formatCount(count)} overrides?`}
      verb="Clear all"
      onConfirm={() => clearAll.mutateAsync(undefined)}
      onClose={onClose}
    >
      <p>
        Apps get what the conditions of the flags say again, from their next request on. The history of each flag keeps
        what was overridden.
      </p>
    </ConfirmDialog>
  );
}
