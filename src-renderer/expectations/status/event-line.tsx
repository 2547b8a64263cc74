import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { eventDetailQuery } from '../../events/queries.ts';
import { eventTitle } from '../../events/reason-words.ts';
import { rowSentence } from '../../events/tail/row-sentence.ts';
import { useProject } from '../../projects/current-project.ts';
import { clockTime } from '../../ui/format.ts';
import classes from './status.module.css';
import { words } from './words.ts';

/** An event in a line that leads to it in Live, among those of its test run. */
export function EventLine({ uuid }: { uuid: string }) {
  const { data: event, isError } = useQuery(eventDetailQuery(useProject().id, uuid));
  if (isError) return <span className={classes.dim}>{words.eventGone}</span>;
  if (event === undefined) return <code className={classes.dim}>{uuid}</code>;
  const title = eventTitle(event);
  const sentence = rowSentence(event);
  return (
    <span className={classes.event}>
      <Link
        to="/live"
        search={{
          ...(event.test_run !== null && { q: `test_run:${event.test_run}` }),
          minutes: 0,
          selected: uuid,
          tab: 'event',
        }}
        className={classes.name}
        title={words.showEvent(title)}
      >
        {title}
      </Link>
      <time dateTime={event.timestamp} title={event.timestamp} className={classes.dim}>
        {clockTime(new Date(event.timestamp))}
      </time>
      <span className={classes.id} title={event.distinct_id ?? undefined}>
        {event.distinct_id}
      </span>
      <span className={classes.sentence} title={sentence}>
        {sentence}
      </span>
    </span>
  );
}
