import { IconChartBar, IconMessage2, IconPencil, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { Action, ActionCounts } from '#server/actions/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { formatCount } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { MoreMenu } from '../../ui/page/more-menu.tsx';
import type { Column } from '../../ui/table/data-table.tsx';
import { RelativeTime } from '../../ui/table/relative-time.tsx';
import { RestoreButton } from '../../ui/table/restore-button.tsx';
import { formOf } from '../editor/action-form.ts';
import { actionSentence } from '../editor/action-sentence.ts';
import type { ActionTab } from '../editor/action-tabs.tsx';
import { actionCountsQuery } from '../queries.ts';
import classes from './action-list.module.css';
import { ActionState } from './action-state.tsx';
import { Sparkline } from './sparkline.tsx';
import { useDeleteAction } from './use-delete-action.ts';

type Count = ActionCounts['results'][number];

export function useActionColumns(): Column<Action>[] {
  const project = useProject();
  const { data: counts } = useQuery(actionCountsQuery(project.id));
  const countOf = ({ id }: Action) => counts?.get(id);
  return [
    ...aboutColumns,
    { header: 'Matches', width: '152px', align: 'end', cell: (action) => <Matches count={countOf(action)} /> },
    {
      header: 'People',
      width: '68px',
      align: 'end',
      cell: (action) => <Figure value={countOf(action)?.people_count} />,
    },
    {
      header: 'State',
      width: '132px',
      cell: (action) => <ActionState action={action} progress={countOf(action)?.progress} quiet />,
    },
    { header: 'Calculated', width: '88px', align: 'end', cell: (action) => <Calculated action={action} /> },
    { header: 'Created by', width: '92px', cell: createdBy },
    { header: 'Actions', width: '60px', align: 'end', cell: (action) => <ActionMenu action={action} /> },
  ];
}

export function useDeletedColumns(): Column<Action>[] {
  const setDeleted = useDeleteAction();
  return [
    ...aboutColumns,
    { header: 'Created by', width: '120px', cell: createdBy },
    { header: 'Created', width: '96px', align: 'end', cell: ({ created_at: date }) => <RelativeTime date={date} /> },
    {
      header: 'Actions',
      width: '88px',
      align: 'end',
      cell: (action) => <RestoreButton name={action.name} onRestore={() => void setDeleted(action, false)} />,
    },
  ];
}

/** Name and tags: what an action is, deleted or not. */
const aboutColumns: Column<Action>[] = [
  { header: 'Name', cell: (action) => <Name action={action} /> },
  { header: 'Tags', width: '14%', cell: ({ tags }) => <Tags tags={tags} most={2} /> },
];

function Name({ action }: { action: Action }) {
  const sentence = actionSentence(formOf(action).steps);
  return (
    <span title={[action.name, action.description, sentence].filter(Boolean).join('\n')}>
      <Link to="/actions/$actionId" params={{ actionId: action.id }} className={classes.name}>
        {action.name}
      </Link>
      {action.post_to_chat && <Icon of={IconMessage2} size={13} label="Posts to chat" className={classes.chat} />}
      <span className={classes.sentence}>{sentence}</span>
    </span>
  );
}

/** Each leads to the actions that have it. Of more than `most` only the first is shown. */
export function Tags({ tags, most = tags.length }: { tags: string[]; most?: number }) {
  const shown = tags.length > most ? tags.slice(0, 1) : tags;
  if (tags.length === 0) return <span className={classes.dim}>–</span>;
  return (
    <span className={classes.tags} title={tags.join(', ')}>
      {shown.map((tag) => (
        <Link key={tag} to="/actions" search={{ tag }} className={classes.tag} aria-label={`Actions tagged ${tag}`}>
          {tag}
        </Link>
      ))}
      {shown.length < tags.length && <span className={classes.more}>+{tags.length - shown.length}</span>}
    </span>
  );
}

function Matches({ count }: { count: Count | undefined }) {
  if (count === undefined) return <span className={classes.dim}>–</span>;
  return (
    <span className={classes.matches}>
      <Sparkline series={count.series} />
      <span className={classes.figure}>{formatCount(count.count)}</span>
    </span>
  );
}

function Figure({ value }: { value: number | undefined }) {
  return value === undefined ? <span className={classes.dim}>–</span> : formatCount(value);
}

function Calculated({ action: { last_calculated_at: date } }: { action: Action }) {
  return date === null ? <span className={classes.dim}>never</span> : <RelativeTime date={date} />;
}

function createdBy({ created_by: user }: Action) {
  return user === null ? <span className={classes.dim}>–</span> : <span title={user.email}>{user.first_name}</span>;
}

function ActionMenu({ action }: { action: Action }) {
  const navigate = useNavigate();
  const setDeleted = useDeleteAction();
  const open = (tab?: ActionTab) =>
    void navigate({ to: '/actions/$actionId', params: { actionId: action.id }, search: { tab } });
  return (
    <MoreMenu
      isInRow
      label={`What to do with ${action.name}`}
      actions={[
        { label: 'Edit', icon: IconPencil, isReadOnly: true, run: () => open() },
        { label: 'Count', icon: IconChartBar, isReadOnly: true, run: () => open('count') },
        { label: 'People', icon: IconUsers, isReadOnly: true, run: () => open('people') },
      ]}
      deletion={{ label: 'Delete', run: () => void setDeleted(action, true) }}
    />
  );
}
