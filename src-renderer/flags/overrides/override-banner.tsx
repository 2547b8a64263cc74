import { Button, CloseButton, UnstyledButton } from '@mantine/core';
import { IconFlagExclamation } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import type { FlagOverride } from '#server/flags/contract.ts';
import { useGuard } from '../../api/permissions.ts';
import { useProject } from '../../projects/current-project.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { lazyPart } from '../../ui/lazy/lazy-part.ts';
import { useOverrideActions } from '../list/flag-actions.tsx';
import { overridesQuery } from '../queries.ts';
import { valueWords } from '../reason-words.ts';
import { flagWords } from '../words.ts';
import classes from './override-banner.module.css';
import { words } from './words.tsx';

const ClearOverrides = lazyPart(() => import('./clear-overrides.tsx'), 'ClearOverrides');

const MAX_SHOWN = 3;

/** Shows on every page that overrides change what apps get. */
export function OverrideBanner() {
  const project = useProject();
  const { data } = useQuery(overridesQuery(project.id));
  const [isAsking, setAsking] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const guard = useGuard('edit_definitions');
  if (data === undefined || data.count === 0) return null;
  const { count, results } = data;
  const shown = isOpen ? results : results.slice(0, MAX_SHOWN);
  const hidden = count - shown.length;
  return (
    <>
      <Banner
        tone="warning"
        role="status"
        icon={IconFlagExclamation}
        title={words.banner.active(count)}
        action={
          <Button
            className={classes.clearAll}
            {...guard}
            variant="subtle"
            color="gray"
            size="compact-xs"
            onClick={() => setAsking(true)}
          >
            {words.banner.clearAll}
          </Button>
        }
      >
        <ul className={classes.overrides} aria-label={words.banner.list} data-open={isOpen || undefined}>
          {shown.map((override) => (
            <li key={override.id} className={classes.override}>
              <OverrideItem override={override} />
            </li>
          ))}
        </ul>
        {isOpen && hidden > 0 && <span>{words.banner.more(hidden)}</span>}
        {count > MAX_SHOWN && (
          <UnstyledButton className={classes.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? words.banner.fewer : words.banner.more(hidden)}
          </UnstyledButton>
        )}
      </Banner>
      {isAsking && (
        <Suspense>
          <ClearOverrides count={count} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  );
}

function OverrideItem({ override }: { override: FlagOverride }) {
  const { clear } = useOverrideActions();
  const { flag_id, flag_key, distinct_id, value } = override;
  return (
    <>
      <span className={classes.words}>
        {words.banner.override(
          <Link
            to="/feature-flags/$flagId"
            params={{ flagId: flag_id }}
            className={`mono ${classes.flag}`}
            title={flag_key}
          >
            {flag_key}
          </Link>,
          <b>{valueWords(value)}</b>,
          distinct_id === null ? flagWords.everyone : <code title={distinct_id}>{distinct_id}</code>,
        )}
      </span>
      <CloseButton
        size="xs"
        {...useGuard('edit_definitions')}
        aria-label={words.banner.clear(flag_key, distinct_id ?? flagWords.everyone)}
        onClick={() => void clear(override)}
      />
    </>
  );
}
