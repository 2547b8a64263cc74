import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { SendingStatus } from '#server/events/sending/sending-contract.ts';
import { Ago } from '../../events/sending/sender-figures.tsx';
import { senderStates, senderWords } from '../../events/sending/words.ts';
import { useProject } from '../../projects/current-project.ts';
import { relayWords } from '../../relay/words.ts';
import { archiveWords } from '../../settings/archive/words.ts';
import { Icon } from '../../ui/icon.tsx';
import classes from './status-bar.module.css';

const places = {
  relay: { title: relayWords.title, to: '/settings/relay' },
  archive: { title: archiveWords.short, to: '/settings/server' },
} as const satisfies Record<SendingStatus['name'], { title: string; to: string }>;

/** Shows the state of each sender of the project's events, and how old its oldest waiting event is. */
export function SendingFigures({ sending }: { sending: readonly SendingStatus[] }) {
  const { id } = useProject();
  return sending
    .filter(({ project_id: projectId }) => projectId === null || projectId === id)
    .map((one) => <SendingFigure key={one.name} sending={one} />);
}

function SendingFigure({ sending: { name, state, lag_ms: lagMs } }: { sending: SendingStatus }) {
  const { title, to } = places[name];
  const { label, tone, sentence } = senderStates[state];
  const isTrouble = tone === 'warning' || tone === 'danger';
  return (
    <Link to={to} className={classes.figure} title={sentence}>
      {isTrouble ? (
        <span className={classes.state} data-tone={tone}>
          <Icon of={IconAlertTriangle} /> {title}: {label}
          {lagMs !== null && (
            <span>
              ({senderWords.since} <Ago ms={lagMs} />)
            </span>
          )}
        </span>
      ) : (
        `${title}: ${label}`
      )}
    </Link>
  );
}
