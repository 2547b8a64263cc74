import { Button } from '@mantine/core';
import {
  IconActivity,
  IconArrowsDiff,
  IconDownload,
  IconPlayerPlay,
  IconPlayerStop,
  IconRepeat,
} from '@tabler/icons-react';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { TestRun } from '#server/test-runs/contract.ts';
import { useGuard } from '../../api/permissions.ts';
import { useIsDeleting } from '../../api/use-deletion.ts';
import { useProject } from '../../projects/current-project.ts';
import { Icon } from '../../ui/icon.tsx';
import { BackLink } from '../../ui/page/back-link.tsx';
import { DetailHeader } from '../../ui/page/detail-header.tsx';
import page from '../../ui/page/detail-page.module.css';
import { KeptTab } from '../../ui/page/kept-tab.tsx';
import { MoreMenu } from '../../ui/page/more-menu.tsx';
import { PageTabs, tabNamed } from '../../ui/page/page-tabs.tsx';
import { type PageSlot, QueryPage } from '../../ui/page/query-page.tsx';
import { useNavigateFromHere } from '../../ui/page/use-navigate-from-here.ts';
import { testRunKeys, testRunQuery } from '../queries.ts';
import { useDownloadRecording } from '../replay/download-recording.ts';
import { ReplayDialog } from '../replay/replay-dialog.tsx';
import { replayWords } from '../replay/words.ts';
import { testRunWords } from '../words.ts';
import { DeleteRun } from './delete-run.tsx';
import { DetailsForm } from './details-form.tsx';
import { RunFacts } from './run-facts.tsx';
import { RunState } from './run-state.tsx';
import classes from './test-run-page.module.css';
import { useEndRun } from './use-end-run.ts';
import { words } from './words.ts';

const route = getRouteApi('/test-runs/run/$name');
const list = { to: '/test-runs', name: testRunWords.testRuns } as const;
const frame = { title: testRunWords.testRun, list, what: testRunWords.thisTestRun };
const { names } = words.tabs;

type Slots = PageSlot<'expectations' | 'send', TestRun>;

/** Shows a test run: its expectations, how to send events to it, and its details. */
export function TestRunPage(slots: Slots) {
  const { name } = route.useParams();
  const project = useProject();
  const isDeleting = useIsDeleting(testRunKeys.one(project.id, name));
  return (
    <QueryPage {...frame} query={{ ...testRunQuery(project.id, name), enabled: !isDeleting }}>
      {(run) => <ShownRun key={name} run={run} {...slots} />}
    </QueryPage>
  );
}

function ShownRun({ run, expectations, send }: Slots & { run: TestRun }) {
  const tab = tabNamed(names, route.useSearch().tab) ?? 'expectations';
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  return (
    <div className={page.page}>
      <Header run={run} saveSlot={setSlot} />
      <PageTabs {...words.tabs} current={tab} unnamed="expectations" className={page.tabs} />
      <KeptTab isShown={tab === 'details'} className={page.body}>
        <DetailsForm run={run} slot={slot} isShown={tab === 'details'} />
      </KeptTab>
      {tab === 'expectations' && <Body>{expectations(run)}</Body>}
      {tab === 'send' && <Body>{send(run)}</Body>}
    </div>
  );
}

const Body = ({ children }: { children: ReactNode }) => (
  <div className={page.body}>
    <div className={classes.sections}>{children}</div>
  </div>
);

function Header({ run, saveSlot }: { run: TestRun; saveSlot: (slot: HTMLElement | null) => void }) {
  return (
    <DetailHeader
      isMono
      name={run.name}
      back={<BackLink to="/test-runs">{testRunWords.testRuns}</BackLink>}
      beside={
        <>
          <RunState run={run} />
          {run.label !== '' && <span className={classes.label}>{run.label}</span>}
        </>
      }
      below={<RunFacts run={run} />}
      actions={<Actions run={run} />}
      saveSlot={saveSlot}
    />
  );
}

function Actions({ run }: { run: TestRun }) {
  const navigate = useNavigate();
  const leave = useNavigateFromHere();
  const end = useEndRun();
  const guard = useGuard('write');
  const download = useDownloadRecording();
  const [isDeleting, setDeleting] = useState(false);
  const [isReplaying, setReplaying] = useState(false);
  const isOpen = run.ended_at === null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon of={IconActivity} />}
        renderRoot={(props) => <Link to="/live" search={{ q: `test_run:${run.name}` }} {...props} />}
      >
        {words.show}
      </Button>
      <Button
        variant="default"
        leftSection={<Icon of={isOpen ? IconPlayerStop : IconPlayerPlay} />}
        {...guard}
        onClick={() => void end(run)}
      >
        {isOpen ? testRunWords.end : testRunWords.resume}
      </Button>
      <MoreMenu
        access="write"
        actions={[
          {
            label: testRunWords.compare,
            icon: IconArrowsDiff,
            isReadOnly: true,
            run: () => void navigate({ to: '/test-runs/compare', search: { new_test_run: run.name } }),
          },
          {
            label: replayWords.download,
            icon: IconDownload,
            isReadOnly: true,
            run: () => void download({ test_run: run.name }),
          },
          { label: replayWords.open, icon: IconRepeat, run: () => setReplaying(true) },
        ]}
        deletion={{ label: testRunWords.delete, run: () => setDeleting(true) }}
      />
      {isReplaying && <ReplayDialog testRun={run.name} onClose={() => setReplaying(false)} />}
      {isDeleting && (
        <DeleteRun
          run={run}
          leave={() => leave({ to: '/test-runs', replace: true })}
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  );
}
