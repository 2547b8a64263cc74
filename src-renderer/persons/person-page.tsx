import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PersonDetail } from '#server/persons/contract.ts';
import { useProject } from '../projects/current-project.ts';
import { Copyable } from '../ui/feedback/copy-button.tsx';
import { QueryState } from '../ui/feedback/query-state.tsx';
import { JsonTree } from '../ui/json/json-tree.tsx';
import { BackLink } from '../ui/page/back-link.tsx';
import { Page } from '../ui/page/page.tsx';
import { Section } from '../ui/page/section.tsx';
import { KeyValue } from '../ui/table/key-value.tsx';
import { RelativeTime } from '../ui/table/relative-time.tsx';
import { Identity } from './identity.tsx';
import { PersonTimeline } from './person-timeline.tsx';
import classes from './persons.module.css';
import { personQuery } from './queries.ts';

const route = getRouteApi('/persons/$personId');

type Slots = {
  /** What a feature above persons knows of this one, below its properties. */
  facts: (person: PersonDetail) => ReactNode;
};

export function PersonPage({ facts }: Slots) {
  const { personId } = route.useParams();
  const project = useProject();
  const query = useQuery(personQuery(project.id, personId));
  if (query.data === undefined) {
    return (
      <Page title="Person" back={<BackLink to="/persons">Persons</BackLink>}>
        <QueryState query={query} what="This person" />
      </Page>
    );
  }
  return <PersonView person={query.data} facts={facts} />;
}

function PersonView({ person, facts }: Slots & { person: PersonDetail }) {
  return (
    <Page
      title={person.name}
      back={<BackLink to="/persons">Persons</BackLink>}
      actions={
        <Link to="/live" search={{ q: `person:#${person.id}` }}>
          Show in Live
        </Link>
      }
    >
      <div className={classes.columns}>
        <div className={classes.facts}>
          <Section title="About">
            <KeyValue
              entries={[
                ['Identity', <Identity key="identity" person={person} />],
                ['First seen', <RelativeTime key="first" date={person.created_at} />],
                ['Last seen', person.last_seen_at && <RelativeTime key="last" date={person.last_seen_at} />],
                ['UUID', <Copyable key="uuid" value={person.uuid} label="uuid" />],
              ]}
            />
          </Section>
          <Section title="Distinct ids" count={person.identities.length}>
            <Identities person={person} />
          </Section>
          <Section title="Properties" count={Object.keys(person.properties).length}>
            <JsonTree value={person.properties} label="Properties of the person" />
          </Section>
          {facts(person)}
        </div>
        <PersonTimeline personId={person.id} />
      </div>
    </Page>
  );
}

function Identities({ person }: { person: PersonDetail }) {
  return (
    <ul className={classes.identities} aria-label="Distinct ids">
      {person.identities.map(({ distinct_id, created_at, merged_at }) => (
        <li key={distinct_id} className={classes.identity}>
          <Copyable value={distinct_id} label={`distinct id ${distinct_id}`} />
          <span className={classes.dim}>
            {merged_at === null ? 'seen since ' : 'merged '}
            <RelativeTime date={merged_at ?? created_at} />
          </span>
        </li>
      ))}
    </ul>
  );
}
