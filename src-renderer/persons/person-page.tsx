import { getRouteApi, Link } from '@tanstack/react-router';
import type { PersonDetail } from '#server/persons/contract.ts';
import { useProject } from '../projects/current-project.ts';
import { Copyable } from '../ui/feedback/copy-button.tsx';
import { JsonTree } from '../ui/json/json-tree.tsx';
import layout from '../ui/layout.module.css';
import { BackLink } from '../ui/page/back-link.tsx';
import { Page } from '../ui/page/page.tsx';
import { PageTabs, tabNamed } from '../ui/page/page-tabs.tsx';
import { type PageSlot, QueryPage } from '../ui/page/query-page.tsx';
import { Section } from '../ui/page/section.tsx';
import { KeyValue } from '../ui/table/key-value.tsx';
import { RelativeTime } from '../ui/table/relative-time.tsx';
import looks from '../ui/text.module.css';
import { uiWords } from '../ui/words.ts';
import { Identity } from './identity.tsx';
import classes from './persons.module.css';
import { personQuery } from './queries.ts';
import { words } from './words.tsx';

const route = getRouteApi('/persons/$personId');
const list = { to: '/persons', name: words.persons } as const;
const { names } = words.page.tabs;
const frame = { title: words.page.title, list, what: words.page.what };

type Slots = PageSlot<'facts' | 'timeline' | 'preview', PersonDetail>;

export function PersonPage(slots: Slots) {
  const { personId } = route.useParams();
  return (
    <QueryPage {...frame} query={personQuery(useProject().id, personId)}>
      {(person) => <PersonView key={person.id} person={person} {...slots} />}
    </QueryPage>
  );
}

function PersonView({ person, preview, ...slots }: Slots & { person: PersonDetail }) {
  const tab = tabNamed(names, route.useSearch().tab) ?? 'overview';
  return (
    <Page
      title={person.name}
      back={<BackLink to="/persons">{words.persons}</BackLink>}
      actions={
        <Link to="/live" search={{ q: `person:#${person.id}`, minutes: 0 }}>
          {words.page.showInLive}
        </Link>
      }
    >
      <PageTabs {...words.page.tabs} current={tab} unnamed="overview" className={classes.pageTabs} />
      {tab === 'preview' ? preview(person) : <Overview person={person} {...slots} />}
    </Page>
  );
}

function Overview({ person, facts, timeline }: Omit<Slots, 'preview'> & { person: PersonDetail }) {
  return (
    <div className={classes.columns}>
      <div className={classes.facts}>
        <Section title={words.page.about}>
          <KeyValue
            entries={[
              [words.identity, <Identity key="identity" person={person} />],
              [words.firstSeen, <RelativeTime key="first" date={person.created_at} />],
              [words.lastSeen, person.last_seen_at && <RelativeTime key="last" date={person.last_seen_at} />],
              [words.uuidLabel, <Copyable key="uuid" value={person.uuid} label={words.uuid} />],
            ]}
          />
        </Section>
        <Section title={uiWords.distinctIds} count={person.distinct_id_count ?? person.identities.length}>
          <Identities person={person} />
        </Section>
        <Section title={uiWords.properties} count={Object.keys(person.properties).length}>
          <JsonTree value={person.properties} label={words.page.propertiesOf} />
        </Section>
        {facts(person)}
      </div>
      {timeline(person)}
    </div>
  );
}

function Identities({ person }: { person: PersonDetail }) {
  return (
    <ul className={layout.list} aria-label={uiWords.distinctIds}>
      {person.identities.map(({ distinct_id, created_at, merged_at }) => (
        <li key={distinct_id} className={classes.identity}>
          <Copyable value={distinct_id} label={words.page.distinctId(distinct_id)} />
          <span className={looks.muted}>
            {merged_at === null ? words.firstSeen : words.page.merged} <RelativeTime date={merged_at ?? created_at} />
          </span>
        </li>
      ))}
    </ul>
  );
}
