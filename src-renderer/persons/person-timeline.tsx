import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Event } from '#server/events/contract.ts';
import { useProject } from '../projects/current-project.ts';
import { QueryState } from '../ui/feedback/query-state.tsx';
import { clockTime, exactTime, formatLocalDay } from '../ui/format.ts';
import layout from '../ui/layout.module.css';
import listPage from '../ui/page/list-page.module.css';
import { Section } from '../ui/page/section.tsx';
import { LoadMore } from '../ui/table/load-more.tsx';
import { RelativeTime } from '../ui/table/relative-time.tsx';
import looks from '../ui/text.module.css';
import classes from './persons.module.css';
import { timelineQuery } from './queries.ts';
import { words } from './words.tsx';

type Props = { personId: number; marks: ReadonlyMap<string, ReactNode> };

/** Lists the person's events, newest first, by day; each opens in Live. `marks`: what to show beside an event, by its uuid. */
export function PersonTimeline({ personId, marks }: Props) {
  const project = useProject();
  const query = useInfiniteQuery(timelineQuery(project.id, personId));
  if (query.data === undefined) return <QueryState query={query} what={words.timeline.what} />;
  // The server sorts by arrival, a timeline by timestamp (one format, so strings compare).
  const events = query.data.rows.toSorted((a, b) => b.timestamp.localeCompare(a.timestamp));
  return (
    <Section title={words.timeline.title}>
      {events.length === 0 && <p className={looks.muted}>{words.timeline.empty}</p>}
      {[...Map.groupBy(events, (event) => formatLocalDay(new Date(event.timestamp)))].map(([day, ofDay]) => (
        <section key={day} aria-label={day}>
          <h3 className={classes.day}>{day}</h3>
          <ol className={layout.list}>
            {ofDay.map((event) => (
              <TimelineRow key={event.uuid} event={event} mark={marks.get(event.uuid)} />
            ))}
          </ol>
        </section>
      ))}
      {events.length > 0 && <LoadMore what={words.timeline.unit} query={query} />}
    </Section>
  );
}

function TimelineRow({ event, mark }: { event: Event; mark: ReactNode }) {
  const where = event.properties.$current_url ?? event.properties.$pathname ?? event.properties.$screen_name;
  return (
    <li className={classes.moment}>
      <time className={classes.clock} dateTime={event.timestamp} title={exactTime(new Date(event.timestamp))}>
        {clockTime(new Date(event.timestamp))}
      </time>
      <Link to="/live" search={{ selected: event.uuid }} className={listPage.name}>
        {event.event}
      </Link>
      <span className={classes.marks}>
        {mark}
        {typeof where === 'string' && <span className={classes.where}>{where}</span>}
      </span>
      <RelativeTime date={event.timestamp} className={classes.ago} />
    </li>
  );
}
