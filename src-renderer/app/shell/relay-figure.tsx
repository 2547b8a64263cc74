import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { SendingStatus } from '#server/events/sending/sender-contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { states, words } from '../../relay/words.ts';
import { Icon } from '../../ui/icon.tsx';
import { RelativeTime } from '../../ui/table/relative-time.tsx';
import classes from './status-bar.module.css';

/** The state of the project's relay, and since when its oldest event waits. */
export function RelayFigure({ sending }: { sending: readonly SendingStatus[] }) {
  const { id } = useProject();
  const own = sending.find(({ project_id: projectId }) => projectId === id);
  if (own === undefined) return null;
  const { label, tone, sentence } = states[own.state];
  const isTrouble = tone === 'warning' || tone === 'danger';
  return (
    <Link to="/settings/relay" className={classes.figure} title={sentence}>
      {isTrouble ? (
        <span className={classes.state} data-tone={tone}>
          <Icon of={IconAlertTriangle} /> {words.title}: {label}
          {own.lag_ms !== null && (
            <span>
              ({words.since} <RelativeTime date={new Date(Date.now() - own.lag_ms).toISOString()} />)
            </span>
          )}
        </span>
      ) : (
        `${words.title}: ${label}`
      )}
    </Link>
  );
}
