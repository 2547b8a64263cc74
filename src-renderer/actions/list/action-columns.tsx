import { notifications } from '@mantine/notifications';
import { IconChartBar, IconCopy, IconMessage2, IconPencil, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { Action, ActionCounts } from '#server/actions/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { attempt } from '../../ui/feedback/do-undoably.tsx';
import { formatCount } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import listPage from '../../ui/page/list-page.module.css';
import { MoreMenu } from '../../ui/page/more-menu.tsx';
import { useNavigateFromHere } from '../../ui/page/use-navigate-from-here.ts';
import type { Column } from '../../ui/table/data-table.tsx';
import { ownerColumn, tagsColumn } from '../../ui/table/label-columns.tsx';
import { RelativeTime } from '../../ui/table/relative-time.tsx';
import { RestoreButton } from '../../ui/table/restore-button.tsx';
import { actionsColumn } from '../../ui/table/row-button.tsx';
import { timeColumn } from '../../ui/table/time-column.tsx';
import looks from '../../ui/text.module.css';
import { userName } from '../../ui/user-name.ts';
import { formOf } from '../editor/action-form.ts';
import type { ActionTab } from '../editor/action-tabs.tsx';
import { actionSentence } from '../editor/sentence-words.ts';
import { actionCountsQuery, useDuplicateAction } from '../queries.ts';
import { actionWords } from '../words.ts';
import classes from './action-list.module.css';
import { ActionState } from './action-state.tsx';
import { Sparkline } from './sparkline.tsx';
import { useDeleteAction } from './use-delete-action.ts';
import { actionListWords } from './words.tsx';

type Count = ActionCounts['results'][number];

export function useActionColumns(): Column<Action>[] {
  const project = useProject();
  const { data: counts } = useQuery(actionCountsQuery(project.id));
  const countOf = ({ id }: Action) => counts?.get(id);
  return [
    ...aboutColumns,
    {
      header: actionWords.matches,
      width: '152px',
      align: 'end',
      sort: 'matches',
      cell: (action) => <Matches count={countOf(action)} />,
    },
    {
      header: actionWords.people,
      width: '72px',
      align: 'end',
      sort: 'people',
      priority: 2,
      cell: (action) => <Figure value={countOf(action)?.people_count} />,
    },
    {
      header: actionListWords.columns.status,
      width: '132px',
      cell: (action) => <ActionState action={action} progress={countOf(action)?.progress} quiet />,
    },
    {
      header: actionListWords.columns.calculated,
      width: '96px',
      align: 'end',
      sort: 'last_calculated_at',
      priority: 3,
      cell: (action) => <Calculated action={action} />,
    },
    ownerColumn('92px'),
    actionsColumn('60px', (action) => <ActionMenu action={action} />),
  ];
}

export function useDeletedActionColumns(): Column<Action>[] {
  const setDeleted = useDeleteAction();
  return [
    ...aboutColumns,
    { header: actionListWords.columns.createdBy, width: '120px', priority: 2, cell: createdBy },
    timeColumn(actionListWords.columns.created, (action) => action.created_at, '96px'),
    actionsColumn('88px', (action) => (
      <RestoreButton name={action.name} onRestore={() => void setDeleted(action, false)} />
    )),
  ];
}

/** Columns of both tables, of current and of deleted actions. */
const aboutColumns: Column<Action>[] = [
  { header: actionListWords.columns.name, sort: 'name', cell: (action) => <Name action={action} /> },
  tagsColumn({ to: '/actions', label: actionListWords.tagged, width: '14%', priority: 3 }),
];

function Name({ action }: { action: Action }) {
  const sentence = actionSentence(formOf(action).steps);
  return (
    <span title={[action.name, action.description, sentence].filter(Boolean).join('\n')}>
      <Link to="/actions/$actionId" params={{ actionId: action.id }} className={listPage.name}>
        {action.name}
      </Link>
      {action.post_to_chat && (
        <Icon of={IconMessage2} size={13} label={actionListWords.postsToChat} className={classes.chat} />
      )}
      <span className={classes.sentence}>{sentence}</span>
    </span>
  );
}

function Matches({ count }: { count: Count | undefined }) {
  if (count === undefined) return <span className={looks.muted}>{actionWords.none}</span>;
  return (
    <span className={classes.matches}>
      <Sparkline series={count.series} />
      <span className={classes.figure}>{formatCount(count.count)}</span>
    </span>
  );
}

function Figure({ value }: { value: number | undefined }) {
  return value === undefined ? <span className={looks.muted}>{actionWords.none}</span> : formatCount(value);
}

function Calculated({ action: { last_calculated_at: date } }: { action: Action }) {
  return date === null ? <span className={looks.muted}>{actionWords.never}</span> : <RelativeTime date={date} />;
}

function createdBy({ created_by: user }: Action) {
  return user === null ? (
    <span className={looks.muted}>{actionWords.none}</span>
  ) : (
    <span title={user.email}>{userName(user)}</span>
  );
}

function ActionMenu({ action }: { action: Action }) {
  const navigate = useNavigate();
  const setDeleted = useDeleteAction();
  const duplicate = useCopyAction();
  const open = (tab?: ActionTab) =>
    void navigate({ to: '/actions/$actionId', params: { actionId: action.id }, search: { tab } });
  return (
    <MoreMenu
      of={action.name}
      actions={[
        { label: actionListWords.menu.edit, icon: IconPencil, isReadOnly: true, run: () => open() },
        { label: actionListWords.menu.count, icon: IconChartBar, isReadOnly: true, run: () => open('count') },
        { label: actionWords.people, icon: IconUsers, isReadOnly: true, run: () => open('people') },
        { label: actionListWords.menu.duplicate, icon: IconCopy, run: () => void duplicate(action) },
      ]}
      deletion={{ label: actionListWords.menu.delete, run: () => void setDeleted(action, true) }}
    />
  );
}

/** Copies an action, and opens the copy. */
function useCopyAction() {
  const project = useProject();
  const navigate = useNavigateFromHere();
  const copy = useDuplicateAction(project.id);
  return ({ id, name }: Pick<Action, 'id' | 'name'>) =>
    attempt(actionListWords.failed.duplicate(name), async () => {
      const made = await copy.mutateAsync(id);
      notifications.show({ message: actionListWords.done.duplicated(made.name) });
      await navigate({ to: '/actions/$actionId', params: { actionId: made.id } });
    });
}
