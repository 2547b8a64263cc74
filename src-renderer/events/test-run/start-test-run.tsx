import { Button } from '@mantine/core';
import { IconChevronDown, IconTestPipe } from '@tabler/icons-react';
import { Suspense } from 'react';
import type { Assignment } from '#server/test-runs/contract.ts';
import { useGuard } from '../../api/permissions.ts';
import { useProject } from '../../projects/current-project.ts';
import { nameOfNow } from '../../test-runs/naming-words.ts';
import { useStartTestRun } from '../../test-runs/queries.ts';
import { testRunWords } from '../../test-runs/words.ts';
import { attempt } from '../../ui/feedback/do-undoably.tsx';
import { Icon } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazy/lazy-part.ts';
import { useLazyOverlay } from '../../ui/lazy/use-lazy-overlay.ts';
import classes from './test-run.module.css';
import { words } from './words.tsx';

const StartChoices = lazyPart(() => import('./start-choices.tsx'), 'StartChoices');

/** Starts a test run of everything in one click; its menu, of the person or the SDK of the selected event. */
export function StartTestRun({ selected }: { selected: string | undefined }) {
  const start = useStartTestRun(useProject().id);
  const guard = useGuard('write');
  const { button, overlay } = useLazyOverlay('menu');
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
      <Button variant="default" px={6} aria-label={words.more} {...guard} {...button}>
        <Icon of={IconChevronDown} />
      </Button>
      {overlay !== undefined && (
        <Suspense>
          <StartChoices overlay={overlay} selected={selected} onTake={take} />
        </Suspense>
      )}
    </Button.Group>
  );
}
