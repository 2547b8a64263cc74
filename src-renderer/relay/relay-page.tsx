import { useQuery } from '@tanstack/react-query';
import { useProject } from '../projects/current-project.ts';
import { QueryState } from '../ui/feedback/query-state.tsx';
import { Page } from '../ui/page/page.tsx';
import { relayQuery } from './queries.ts';
import { RelayForm } from './relay-form.tsx';
import { RelayState } from './relay-state.tsx';
import { SetAside } from './set-aside.tsx';
import { words } from './words.ts';

/** Where the events of the project are forwarded, and how far they are. */
export function RelayPage() {
  const project = useProject();
  const query = useQuery(relayQuery(project.id));
  const { data } = query;
  return (
    <Page title={words.title} description={words.description(project.name)}>
      {data === undefined ? (
        <QueryState query={query} what={words.what} rows={6} />
      ) : (
        <>
          <RelayState relay={data} />
          <RelayForm key={project.id} relay={data} />
          {data.set_aside_events.length > 0 && <SetAside relay={data} />}
        </>
      )}
    </Page>
  );
}
