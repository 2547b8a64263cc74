import { useQuery } from '@tanstack/react-query';
import type { Relay } from '#server/relay/contract.ts';
import { useProject } from '../projects/current-project.ts';
import { Loaded } from '../ui/feedback/query-state.tsx';
import { LeaveGuard } from '../ui/form/leave-guard.tsx';
import { useEditForm } from '../ui/form/use-edit-form.ts';
import { Page } from '../ui/page/page.tsx';
import { relayQuery, useChangeRelay } from './queries.ts';
import { relayRules } from './relay-draft.ts';
import { RelayForm } from './relay-form.tsx';
import { RelayState } from './relay-state.tsx';
import { SetAside } from './set-aside.tsx';
import { relayWords } from './words.ts';

/** Shows where the events of the project are forwarded, and how far they are. */
export function RelayPage() {
  const project = useProject();
  const query = useQuery(relayQuery(project.id));
  return (
    <Page title={relayWords.title} description={relayWords.description(project.name)}>
      <Loaded query={query} what={relayWords.what} rows={6}>
        {(relay) => <RelayEditor key={project.id} relay={relay} />}
      </Loaded>
    </Page>
  );
}

function RelayEditor({ relay }: { relay: Relay }) {
  const change = useChangeRelay(useProject().id);
  const state = useEditForm({
    saved: relay,
    start: () => relayRules.formOf(relay),
    rules: relayRules,
    send: (_, changed) => change.mutateAsync(changed),
  });
  return (
    <>
      <RelayState relay={relay} isSaved={!state.isDirty} />
      <RelayForm relay={relay} state={state} />
      {relay.set_aside_events.length > 0 && <SetAside relay={relay} />}
      <LeaveGuard isDirty={() => state.isDirty} what={relayWords.unsaved} />
    </>
  );
}
