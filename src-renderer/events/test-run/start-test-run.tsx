import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconTestPipe } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Assignment } from '#server/test-runs/contract.ts';
import { useGuard } from '../../api/permissions.ts';
import { useProject } from '../../projects/current-project.ts';
import { nameOfNow } from '../../test-runs/naming-words.ts';
import { useStartTestRun } from '../../test-runs/queries.ts';
import { testRunWords } from '../../test-runs/words.ts';
import { attempt } from '../../ui/feedback/do-undoably.tsx';
import { Icon } from '../../ui/icon.tsx';
import { eventDetailQuery } from '../queries.ts';
import classes from './test-run.module.css';
import { words } from './words.tsx';

/** Starts a test run of everything in one click; its menu, of the person or the SDK of the selected event. */
export function StartTestRun({ selected }: { selected: string | undefined }) {
  const start = useStartTestRun(useProject().id);
  const guard = useGuard('write');
  const take = (assign: Assignment) =>
    void attempt(testRunWords.failed.start, () => start.mutateAsync({ name: nameOfNow(), assign }));
  return (
    <Button.Group className={classes.start}>
      <Button
        variant="default"
        leftSection={<Icon of={IconTestPipe} />}
        aria-label={words.start}
        title={words.startHint}
        loading={start.isPending}
        {...guard}
        // The second click of a double click would start another, and the first test run would take nothing.
        onClick={({ detail }) => detail < 2 && take({ everything: true })}
      >
        <span className={classes.label}>{words.start}</span>
      </Button>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <Button variant="default" className={classes.more} aria-label={words.more} {...guard}>
            <Icon of={IconChevronDown} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Choices selected={selected} onTake={take} />
        </Menu.Dropdown>
      </Menu>
    </Button.Group>
  );
}

function Choices({ selected, onTake }: { selected: string | undefined; onTake: (assign: Assignment) => void }) {
  const navigate = useNavigate();
  const { data } = useQuery({
    ...eventDetailQuery(useProject().id, selected ?? ''),
    enabled: selected !== undefined,
  });
  const id = data?.distinct_id ?? null;
  const sdk = data?.properties.$lib;
  const hasSdk = typeof sdk === 'string' && sdk !== '';
  return (
    <>
      <Menu.Item onClick={() => onTake({ everything: true })}>{words.everything}</Menu.Item>
      {id !== null && <Menu.Item onClick={() => onTake({ distinct_id: id })}>{words.person(id)}</Menu.Item>}
      {hasSdk && <Menu.Item onClick={() => onTake({ sdk })}>{words.sdk(sdk)}</Menu.Item>}
      {id === null && !hasSdk && <Menu.Label>{words.selectFirst}</Menu.Label>}
      <Menu.Divider />
      <Menu.Item onClick={() => void navigate({ to: '/test-runs/new' })}>{words.form}</Menu.Item>
    </>
  );
}
