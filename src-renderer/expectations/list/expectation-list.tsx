import { IconChecklist } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Expectation } from '#server/expectations/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { CreateButton } from '../../ui/create-button.tsx';
import { EmptyList } from '../../ui/feedback/empty-list.tsx';
import { NothingShown } from '../../ui/feedback/nothing-shown.tsx';
import { formatCount } from '../../ui/format.ts';
import listPage from '../../ui/page/list-page.module.css';
import { type ListTable, PagedTable } from '../../ui/table/paged-table.tsx';
import { actionsColumn } from '../../ui/table/row-button.tsx';
import { timeColumn } from '../../ui/table/time-column.tsx';
import looks from '../../ui/text.module.css';
import { expectationSentence, titleWords } from '../expectation-words.ts';
import { NotificationSwitch } from '../notifications/notification-switch.tsx';
import { expectationsQuery } from '../queries.ts';
import { ExpectationStatus } from '../status/expectation-status.tsx';
import { expectationWords } from '../words.ts';
import classes from './expectation-list.module.css';
import { ExpectationMenu } from './expectation-menu.tsx';
import { words } from './words.ts';

const table: ListTable<Expectation> = {
  label: words.table,
  what: words.count,
  rowKey: ({ id }) => id,
  columns: [
    { header: expectationWords.expectation, cell: (expectation) => <Name expectation={expectation} /> },
    { header: words.columns.of, width: '22%', cell: ({ test_run: run }) => <Of run={run} /> },
    {
      header: expectationWords.status,
      width: '108px',
      cell: ({ status }) => <ExpectationStatus quiet status={status} />,
    },
    { header: expectationWords.found, width: '72px', align: 'end', cell: ({ found }) => formatCount(found) },
    {
      ...timeColumn<Expectation>(words.columns.changed, (expectation) => expectation.updated_at, '100px'),
      priority: 2,
    },
    actionsColumn('60px', (expectation) => <ExpectationMenu expectation={expectation} />),
  ],
};

function Expectations({ search }: { search: string }) {
  return (
    <PagedTable
      table={table}
      query={expectationsQuery(useProject().id, search)}
      empty={<NoExpectations search={search} />}
    />
  );
}

/** The expectations of all test runs as a part of their page. */
export const expectationTab = {
  description: words.description,
  searchLabel: words.search,
  actions: (
    <>
      <NotificationSwitch />
      <CreateButton to="/test-runs/expectations/new">{expectationWords.create}</CreateButton>
    </>
  ),
  list: (search: string) => <Expectations search={search} />,
};

function Name({ expectation }: { expectation: Expectation }) {
  const sentence = expectationSentence(expectation);
  return (
    <span title={[expectation.name, sentence].filter(Boolean).join('\n')}>
      <Link
        to="/test-runs/expectations/$expectationId"
        params={{ expectationId: expectation.id }}
        className={listPage.name}
      >
        {titleWords(expectation)}
      </Link>
      {expectation.name !== '' && <span className={classes.sentence}>{sentence}</span>}
    </span>
  );
}

function Of({ run }: { run: string | null }) {
  if (run === null) return <span className={looks.muted}>{expectationWords.everyEvent}</span>;
  return (
    <Link to="/test-runs/run/$name" params={{ name: run }} className={classes.run} title={run}>
      {run}
    </Link>
  );
}

function NoExpectations({ search }: { search: string }) {
  if (search !== '') {
    const { title, text, showAll } = words.noMatch;
    const reason = { title, text: text(search) };
    const tab = { tab: 'expectations' } as const;
    return <NothingShown reason={reason} icon={IconChecklist} to="/test-runs" search={tab} showAll={showAll} />;
  }
  return <EmptyList text={words.first} icon={IconChecklist} to="/test-runs/expectations/new" />;
}
