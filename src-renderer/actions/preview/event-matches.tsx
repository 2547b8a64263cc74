import { IconPlus, IconTargetArrow, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { EventMatches as Matches } from '#server/actions/preview/preview-contract.ts';
import type { EventDetail } from '#server/events/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { CreateButton } from '../../ui/create-button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { FoldButton } from '../../ui/fold-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { eventMatchesQuery } from '../queries.ts';
import classes from './event-matches.module.css';
import { missedWords } from './verdict-words.ts';
import { WhyNot } from './why-not.tsx';

type Match = Matches['results'][number];

/** Which actions an event matches, and why the others do not. */
export function EventMatches({ event }: { event: Pick<EventDetail, 'uuid' | 'status'> }) {
  if (event.status !== 'accepted') {
    return <p className={classes.dim}>Actions match accepted events only; this one was not stored.</p>;
  }
  return <Verdicts key={event.uuid} uuid={event.uuid} />;
}

function Verdicts({ uuid }: { uuid: string }) {
  const project = useProject();
  const query = useQuery(eventMatchesQuery(project.id, uuid));
  const { data } = query;
  if (data === undefined) return <QueryState query={query} what="The matches" rows={4} />;
  if (data.length === 0) {
    return (
      <EmptyState
        title="No actions yet"
        icon={IconTargetArrow}
        action={
          <CreateButton
            size="compact-sm"
            variant="default"
            leftSection={<Icon of={IconPlus} />}
            to="/actions/new"
            search={{ event: uuid }}
          >
            Create action from this event
          </CreateButton>
        }
      >
        An action names what people do, and counts every event that matches it. Make the first one from this event.
      </EmptyState>
    );
  }
  const matching = data.filter((match) => match.is_match);
  return (
    <>
      <p className={classes.count} role="status">
        {matching.length === 0
          ? `Matches none of ${data.length === 1 ? 'the 1 action' : `${data.length} actions`}.`
          : `Matches ${matching.length} of ${data.length} ${data.length === 1 ? 'action' : 'actions'}.`}
      </p>
      <ul className={classes.actions} aria-label="Actions">
        {data.map((match) => (
          <ActionVerdict key={match.action_id} match={match} />
        ))}
      </ul>
    </>
  );
}

function ActionVerdict({ match }: { match: Match }) {
  const [isOpen, setOpen] = useState(false);
  const { action_id: actionId, name, is_match: isMatch, is_counted: isCounted, verdict } = match;
  return (
    <li className={classes.action}>
      <div className={classes.head}>
        {verdict.steps.length === 0 ? (
          <span className={classes.noFold} />
        ) : (
          <FoldButton
            isOpen={isOpen}
            onToggle={() => setOpen(!isOpen)}
            label={`Why ${name} ${isMatch ? 'matches' : 'does not match'}`}
          />
        )}
        <Link to="/actions/$actionId" params={{ actionId }} className={classes.name} title={name}>
          {name}
        </Link>
        <StatusChip tone={isMatch ? 'ok' : 'neutral'} quiet {...(!isMatch && { icon: IconX })}>
          {isMatch ? 'Matches' : 'No match'}
        </StatusChip>
      </div>
      {!isMatch && !isOpen && <p className={classes.missed}>{missedWords(verdict)}</p>}
      {isMatch !== isCounted && (
        <p className={classes.note}>
          {isMatch
            ? 'Not counted yet: the action is still calculating, or the event’s person has changed since.'
            : 'Still counted: it matched when it arrived, and the event’s person has changed since.'}
        </p>
      )}
      {isOpen && (
        <div className={classes.why}>
          <WhyNot verdict={verdict} />
        </div>
      )}
    </li>
  );
}
