import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { LiveSearch } from '../../events/filters/live-search.ts';
import { eventDetailQuery } from '../../events/queries.ts';
import { eventTitle } from '../../events/reason-words.ts';
import { rowSentence } from '../../events/tail/rows/row-sentence.ts';
import { useProject } from '../../projects/current-project.ts';
import { clockTime } from '../../ui/format.ts';
import listPage from '../../ui/page/list-page.module.css';
import classes from './status.module.css';
import { expectationCheckWords } from './words.ts';

/** `first`: another event, which a link compares this one with. */
type Props = { uuid: string; first?: string | undefined };

/** Shows an event in a line that leads to it in Live, among those of its test run. */
export function EventLine({ uuid, first }: Props) {
  const { data: event, isError } = useQuery(eventDetailQuery(useProject().id, uuid));
  if (isError) return <span className={classes.dim}>{expectationCheckWords.eventGone}</span>;
  if (event === undefined) return <code className={classes.dim}>{uuid}</code>;
  const title = eventTitle(event);
  const sentence = rowSentence(event);
  const inLive: LiveSearch = { minutes: 0, selected: uuid };
  if (event.test_run !== null) inLive.q = `test_run:${event.test_run}`;
  return (
    <span className={classes.event}>
      <Link
        to="/live"
        search={{ ...inLive, tab: 'event' }}
        className={listPage.name}
        title={expectationCheckWords.showEvent(title)}
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
      {first !== undefined && (
        <Link to="/live" search={{ ...inLive, tab: 'diff', with: first }} className={classes.compare}>
          {expectationCheckWords.compare}
        </Link>
      )}
    </span>
  );
}
