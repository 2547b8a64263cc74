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
import looks from '../../ui/text.module.css';
import { eventMatchesQuery } from '../queries.ts';
import { actionWords } from '../words.ts';
import classes from './event-matches.module.css';
import { missedWords } from './verdict-words.ts';
import { WhyNot } from './why-not.tsx';
import { words } from './words.tsx';

const { matches: text } = words;

type Match = Matches['results'][number];

/** Shows the actions that an event matches, and why the others do not match. */
export function EventMatches({ event }: { event: Pick<EventDetail, 'uuid' | 'status'> }) {
  if (event.status !== 'accepted') {
    return <p className={looks.note}>{text.notAccepted}</p>;
  }
  return <Verdicts key={event.uuid} uuid={event.uuid} />;
}

function Verdicts({ uuid }: { uuid: string }) {
  const project = useProject();
  const query = useQuery(eventMatchesQuery(project.id, uuid));
  const { data } = query;
  if (data === undefined) return <QueryState query={query} what={text.name} rows={4} />;
  if (data.length === 0) {
    return (
      <EmptyState
        title={text.noActions}
        icon={IconTargetArrow}
        action={
          <CreateButton
            size="compact-sm"
            variant="default"
            leftSection={<Icon of={IconPlus} />}
            to="/actions/new"
            search={{ event: uuid }}
          >
            {text.create}
          </CreateButton>
        }
      >
        {text.about}
      </EmptyState>
    );
  }
  const matching = data.filter((match) => match.is_match);
  return (
    <>
      <p className={classes.count} role="status">
        {text.count(matching.length, data.length)}
      </p>
      <ul className={classes.actions} aria-label={actionWords.actions}>
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
          <FoldButton isOpen={isOpen} onToggle={() => setOpen(!isOpen)} label={text.whyOf(name, isMatch)} />
        )}
        <Link to="/actions/$actionId" params={{ actionId }} className={classes.name} title={name}>
          {name}
        </Link>
        <StatusChip tone={isMatch ? 'ok' : 'neutral'} quiet {...(!isMatch && { icon: IconX })}>
          {isMatch ? text.match : text.noMatch}
        </StatusChip>
      </div>
      {!isMatch && !isOpen && <p className={classes.missed}>{missedWords(verdict)}</p>}
      {isMatch !== isCounted && <p className={classes.note}>{isMatch ? text.notCounted : text.stillCounted}</p>}
      {isOpen && (
        <div className={classes.why}>
          <WhyNot verdict={verdict} />
        </div>
      )}
    </li>
  );
}
