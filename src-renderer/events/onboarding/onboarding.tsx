import { Button, Loader } from '@mantine/core';
import { IconBox, IconPlugConnected, IconSend } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useGuard } from '../../api/permissions.ts';
import { useProject } from '../../projects/current-project.ts';
import { projectsQuery } from '../../projects/queries.ts';
import { projectWords } from '../../projects/words.ts';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Icon } from '../../ui/icon.tsx';
import looks from '../../ui/text.module.css';
import { jsonPost, sendPublic } from '../detail/outgoing.ts';
import { ConnectionPanel } from './connection-panel.tsx';
import { connectionWords } from './connection-words.ts';
import classes from './onboarding.module.css';
import { useIsLoadingSample, useLoadSample } from './sample-data.ts';
import { Snippets } from './snippet-tabs.tsx';
import { words } from './words.ts';

type Props = {
  /** Requests whose key is of no project. */
  unassigned: number;
  onSent: (uuid: string) => void;
  onUnassigned: () => void;
};

/** Shows the first steps in an empty project. `onSent` gets the uuid of the test event. */
export function Onboarding({ unassigned, onSent, onUnassigned }: Props) {
  return (
    <section className={classes.page} aria-label={words.firstSteps}>
      <div>
        <h2 className={classes.heading}>{words.title}</h2>
        <p className={classes.lead}>{words.lead}</p>
      </div>
      {unassigned > 0 && (
        <Notice tone="warning">
          <p>{words.unassigned(unassigned)}</p>
          <Button size="compact-sm" variant="default" onClick={onUnassigned}>
            {words.showUnassigned(unassigned)}
          </Button>
        </Notice>
      )}
      <FirstSteps onSent={onSent} />
      <p className={classes.waiting} role="status">
        <span className={classes.pulse} aria-hidden="true" /> {words.waiting}
      </p>
    </section>
  );
}

/** Offers three ways to a first event. `onSent` gets the uuid of the test event. */
export function FirstSteps({ onSent }: Pick<Props, 'onSent'>) {
  return (
    <>
      <div className={classes.cards}>
        <TestEventCard onSent={onSent} />
        <SampleCard />
      </div>
      <article className={classes.wide} aria-label={words.connect.title}>
        <CardTitle icon={<Icon of={IconPlugConnected} size={18} />}>{words.connect.title}</CardTitle>
        <p className={looks.note}>{words.connect.about}</p>
        <Snippets />
      </article>
      <article className={classes.wide} aria-label={connectionWords.title}>
        <ConnectionPanel />
      </article>
    </>
  );
}

function TestEventCard({ onSent }: { onSent: (uuid: string) => void }) {
  const { testEvent: text } = words;
  const project = useProject();
  const send = useMutation({
    mutationFn: async () => {
      const uuid = crypto.randomUUID();
      await sendPublic(jsonPost('/capture/', JSON.stringify(testEvent(project.api_key, uuid))));
      return uuid;
    },
    onSuccess: onSent,
  });
  return (
    <article className={classes.card} aria-label={text.title}>
      <CardTitle icon={<Icon of={IconSend} size={18} />}>{text.title}</CardTitle>
      <p className={looks.note}>{text.about}</p>
      <Button loading={send.isPending} disabled={project.api_key === null} onClick={() => send.mutate()}>
        {text.title}
      </Button>
      {project.api_key === null && <p className={looks.note}>{projectWords.noKey}.</p>}
      {send.isError && <ErrorNote what={text.failed} error={send.error} />}
    </article>
  );
}

function SampleCard() {
  const { sample: text } = words;
  const navigate = useNavigate();
  // Live shows what was loaded; under Help the page would look as before.
  const openSample = (project: number) => void navigate({ to: '/live', search: { project } });
  const { data: projects = [] } = useQuery(projectsQuery());
  const existing = projects.find(({ sample }) => sample === 'loaded');
  const load = useLoadSample();
  const isLoading = useIsLoadingSample();
  const guard = useGuard('edit_projects');
  return (
    <article className={classes.card} aria-label={text.title}>
      <CardTitle icon={<Icon of={IconBox} size={18} />}>{text.title}</CardTitle>
      <p className={looks.note}>{text.about}</p>
      <Button
        variant="default"
        // `loading` would disable it, which takes the focus.
        aria-disabled={isLoading}
        {...(isLoading && { leftSection: <Loader size={14} /> })}
        {...(existing === undefined && guard)}
        onClick={() => {
          if (isLoading) return;
          if (existing === undefined) load.mutate(undefined, { onSuccess: (project) => openSample(project.id) });
          else openSample(existing.id);
        }}
      >
        {existing === undefined ? text.load : text.open}
      </Button>
      {load.isError && <ErrorNote what={text.loadFailed} error={load.error} />}
    </article>
  );
}

function CardTitle({ icon, children }: { icon: ReactNode; children: string }) {
  return (
    <h2 className={classes.title}>
      {icon} {children}
    </h2>
  );
}

function testEvent(apiKey: string | null, uuid: string) {
  return {
    api_key: apiKey,
    event: 'test event',
    distinct_id: 'benchtop-test',
    uuid,
    properties: { from: 'Benchtop', plan: 'pro', items: 3, address: { city: 'Bonn' } },
  };
}
