import {
  IconActivity,
  IconArrowsDiff,
  IconPencil,
  IconPlayerPlay,
  IconPlayerStop,
  IconSend,
} from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { TestRun } from '#server/test-runs/contract.ts';
import { formatCount } from '../../ui/format.ts';
import { MoreMenu } from '../../ui/page/more-menu.tsx';
import type { Column } from '../../ui/table/data-table.tsx';
import type { ListTable } from '../../ui/table/paged-table.tsx';
import { actionsColumn } from '../../ui/table/row-button.tsx';
import { timeColumn } from '../../ui/table/time-column.tsx';
import looks from '../../ui/text.module.css';
import { DeleteRun } from '../run/delete-run.tsx';
import { RunState } from '../run/run-state.tsx';
import { useEndRun } from '../run/use-end-run.ts';
import { assignmentWords, testRunWords } from '../words.ts';
import classes from './test-run-list.module.css';
import { words } from './words.ts';

/** Returns the columns; `expectations`: the cell that a feature above fills. */
export const testRunTable = (expectations: (run: TestRun) => ReactNode): ListTable<TestRun> => ({
  label: testRunWords.testRuns,
  what: words.count,
  rowKey: ({ name }) => name,
  columns: [
    { header: testRunWords.name, cell: (run) => <Name run={run} /> },
    { header: words.columns.expectations, width: '148px', cell: expectations },
    { header: words.columns.status, width: '108px', cell: (run) => <RunState run={run} quiet /> },
    { header: testRunWords.build, width: '96px', priority: 3, cell: ({ build }) => <Text>{build}</Text> },
    countColumn(testRunWords.events, '72px', ({ events }) => events),
    { ...countColumn(testRunWords.dropped, '72px', ({ dropped }) => dropped), priority: 2 },
    { ...countColumn(testRunWords.rejected, '76px', ({ rejected }) => rejected), priority: 2 },
    timeColumn(testRunWords.started, (run) => run.started_at, '100px'),
    { ...timeColumn(testRunWords.ended, (run) => run.ended_at, '100px'), priority: 4 },
    actionsColumn('60px', (run) => <RunMenu run={run} />),
  ],
});

const countColumn = (header: string, width: string, of: (run: TestRun) => number): Column<TestRun> => ({
  header,
  width,
  align: 'end',
  cell: (run) => <span className={of(run) === 0 ? looks.muted : undefined}>{formatCount(of(run))}</span>,
});

const Text = ({ children }: { children: string }) =>
  children === '' ? <span className={looks.muted}>{testRunWords.none}</span> : <span title={children}>{children}</span>;

function Name({ run: { name, label, note, assign } }: { run: TestRun }) {
  const said = [label, assign === null ? '' : assignmentWords(assign)].filter(Boolean).join(', ');
  return (
    <span title={[name, said, note].filter(Boolean).join('\n')}>
      <Link to="/test-runs/run/$name" params={{ name }} className={classes.name}>
        {name}
      </Link>
      <span className={classes.label}>{said}</span>
    </span>
  );
}

function RunMenu({ run }: { run: TestRun }) {
  const navigate = useNavigate();
  const end = useEndRun();
  const [isDeleting, setDeleting] = useState(false);
  const open = (tab: 'send' | 'details') =>
    void navigate({ to: '/test-runs/run/$name', params: { name: run.name }, search: { tab } });
  const isOpen = run.ended_at === null;
  return (
    <>
      <MoreMenu
        access="write"
        of={run.name}
        actions={[
          {
            label: words.menu.live,
            icon: IconActivity,
            isReadOnly: true,
            run: () => void navigate({ to: '/live', search: { q: `test_run:${run.name}` } }),
          },
          {
            label: testRunWords.compare,
            icon: IconArrowsDiff,
            isReadOnly: true,
            run: () => void navigate({ to: '/test-runs/compare', search: { new_test_run: run.name } }),
          },
          { label: words.menu.send, icon: IconSend, isReadOnly: true, run: () => open('send') },
          { label: words.menu.edit, icon: IconPencil, run: () => open('details') },
          {
            label: isOpen ? testRunWords.end : testRunWords.resume,
            icon: isOpen ? IconPlayerStop : IconPlayerPlay,
            run: () => void end(run),
          },
        ]}
        deletion={{ label: testRunWords.delete, run: () => setDeleting(true) }}
      />
      {isDeleting && <DeleteRun run={run} onClose={() => setDeleting(false)} />}
    </>
  );
}
