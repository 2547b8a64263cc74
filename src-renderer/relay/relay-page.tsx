import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Relay } from '#server/relay/contract.ts';
import { useProject } from '../projects/current-project.ts';
import { Loaded } from '../ui/feedback/query-state.tsx';
import { useEditForm } from '../ui/form/use-edit-form.ts';
import { FormPage } from '../ui/page/form-page.tsx';
import { Section } from '../ui/page/section.tsx';
import { type Column, DataTable } from '../ui/table/data-table.tsx';
import { RelativeTime } from '../ui/table/relative-time.tsx';
import looks from '../ui/text.module.css';
import { relayQuery, useChangeRelay, useTestRelay } from './queries.ts';
import classes from './relay.module.css';
import { relayRules } from './relay-draft.ts';
import { RelayForm } from './relay-form.tsx';
import { RelayState } from './relay-state.tsx';
import { relayWords } from './words.ts';

/** Shows where the events of the project are forwarded, and how far they are. */
export function RelayPage() {
  const project = useProject();
  const query = useQuery(relayQuery(project.id));
  return (
    <FormPage title={relayWords.title} description={relayWords.description(project.name)}>
      {(slot) => (
        <Loaded query={query} what={relayWords.what} rows={6}>
          {(relay) => <RelayEditor key={project.id} relay={relay} slot={slot} />}
        </Loaded>
      )}
    </FormPage>
  );
}

function RelayEditor({ relay, slot }: { relay: Relay; slot: HTMLElement | null }) {
  const { id } = useProject();
  const change = useChangeRelay(id);
  const test = useTestRelay(id);
  const state = useEditForm({
    saved: relay,
    start: () => relayRules.formOf(relay),
    rules: relayRules,
    send: (_, changed) => change.mutateAsync(changed, { onSuccess: test.reset }),
  });
  return (
    <>
      <RelayState relay={relay} isSaved={!state.isDirty} />
      <RelayForm relay={relay} state={state} test={test} slot={slot} />
      {relay.set_aside_events.length > 0 && <SetAside relay={relay} />}
    </>
  );
}

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
function SetAside({ relay: { set_aside_events: events, status } }: { relay: Relay }) {
  return (
    <Section title={text.title} count={status.set_aside}>
      <p className={looks.note}>
        {text.hint} {status.set_aside > events.length && text.newest(events.length)}
      </p>
      <DataTable label={text.title} columns={columns} rows={events} rowKey={({ uuid }) => uuid} />
    </Section>
  );
}
