import { Link } from '@tanstack/react-router';
import type { Relay } from '#server/relay/contract.ts';
import { Section } from '../ui/page/section.tsx';
import { type Column, DataTable } from '../ui/table/data-table.tsx';
import { RelativeTime } from '../ui/table/relative-time.tsx';
import looks from '../ui/text.module.css';
import classes from './relay.module.css';
import { relayWords } from './words.ts';

const { setAside: text } = relayWords;

const columns: Column<Relay['set_aside_events'][number]>[] = [
  {
    header: text.event,
    width: '25%',
    cell: ({ event, uuid }) => (
      <Link to="/live" search={{ selected: uuid }}>
        {event}
      </Link>
    ),
  },
  { header: text.answer, cell: ({ detail }) => <span className={classes.answer}>{detail}</span> },
  { header: text.at, width: '110px', cell: ({ at }) => <RelativeTime date={at} /> },
];

/** Lists the events that the receiver refused alone. */
export function SetAside({ relay: { set_aside_events: events, status } }: { relay: Relay }) {
  return (
    <Section title={text.title} count={status.set_aside}>
      <p className={looks.note}>
        {text.hint} {status.set_aside > events.length && text.newest(events.length)}
      </p>
      <DataTable label={text.title} columns={columns} rows={events} rowKey={({ uuid }) => uuid} />
    </Section>
  );
}
