import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Action, ActionCount } from '#server/actions/contract.ts';
import { useGuard } from '../../api/permissions.ts';
import { useProject } from '../../projects/current-project.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { EditableName } from '../../ui/form/fields/editable-name.tsx';
import { BackLink } from '../../ui/page/back-link.tsx';
import { DetailHeader } from '../../ui/page/detail-header.tsx';
import page from '../../ui/page/detail-page.module.css';
import { KeptTab } from '../../ui/page/kept-tab.tsx';
import { MoreMenu } from '../../ui/page/more-menu.tsx';
import { type PageSlot, QueryPage } from '../../ui/page/query-page.tsx';
import { RelativeTime } from '../../ui/table/relative-time.tsx';
import { TagList } from '../../ui/table/tag-list.tsx';
import { ChatPanel } from '../chat/chat-panel.tsx';
import { CountPanel } from '../count/count-panel.tsx';
import { PeopleList } from '../count/people-list.tsx';
import { ActionState, progressText } from '../list/action-state.tsx';
import { useDeleteAction } from '../list/use-delete-action.ts';
import { actionListWords } from '../list/words.tsx';
import { actionCountQuery, actionQuery, useUpdateAction } from '../queries.ts';
import { actionWords } from '../words.ts';
import { ActionEditor } from './action-editor.tsx';
import classes from './action-page.module.css';
import { type ActionTab, ActionTabs, actionTab } from './action-tabs.tsx';
import { words } from './words.tsx';

const route = getRouteApi('/actions/$actionId');
const list = { to: '/actions', name: actionWords.actions } as const;
const frame = { title: actionWords.action, list, what: actionWords.thisAction };

export function ActionPage({ notice }: PageSlot<'notice', Action>) {
  const { actionId } = route.useParams();
  return (
    <QueryPage {...frame} query={actionQuery(useProject().id, actionId)}>
      {(action) => <SavedAction key={actionId} action={action} notice={notice} />}
    </QueryPage>
  );
}

function SavedAction({ action, notice }: PageSlot<'notice', Action> & { action: Action }) {
  const project = useProject();
  const tab = actionTab(route.useSearch().tab);
  const { data: ever } = useQuery(actionCountQuery(project.id, action.id));
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  return (
    <div className={page.page}>
      <Header action={action} ever={ever} tab={tab} saveSlot={setSlot} />
      {action.deleted && <Notice tone="danger">{words.deleted}</Notice>}
      {notice(action)}
      {action.is_calculating && <Calculating progress={ever?.progress} />}
      <ActionTabs current={tab} count={ever?.count} people={ever?.people_count} />
      <KeptTab isShown={tab === 'definition'} className={page.editor}>
        <ActionEditor action={action} slot={slot} />
      </KeptTab>
      {tab !== 'definition' && (
        <div className={page.body}>
          {tab === 'count' && <CountPanel action={action} />}
          {tab === 'people' && <PeopleList action={action} />}
          {tab === 'chat' && <ChatPanel action={action} />}
        </div>
      )}
    </div>
  );
}

type HeaderProps = {
  action: Action;
  ever: ActionCount | undefined;
  tab: ActionTab;
  saveSlot: (slot: HTMLElement | null) => void;
};

function Header({ action, ever, tab, saveSlot }: HeaderProps) {
  const project = useProject();
  const rename = useUpdateAction(project.id);
  // Not on the tab of the definition, whose name field it would overwrite.
  const mayRename = tab !== 'definition' && !action.deleted;
  return (
    <DetailHeader
      name={action.name}
      {...(mayRename && { title: <EditableName of={action} label={words.header.nameField} rename={rename} /> })}
      back={<BackLink to="/actions">{actionWords.actions}</BackLink>}
      beside={
        <>
          <ActionState action={action} progress={ever?.progress} />
          {action.tags.length > 0 && <TagList tags={action.tags} to="/actions" label={actionListWords.tagged} />}
          {action.last_calculated_at !== null && (
            <span className={page.dim}>
              {words.header.calculated(<RelativeTime date={action.last_calculated_at} />)}
            </span>
          )}
        </>
      }
      below={
        action.description !== '' && (
          <p className={classes.description} title={action.description}>
            {action.description}
          </p>
        )
      }
      actions={action.deleted ? <Restore action={action} /> : <More action={action} />}
      saveSlot={saveSlot}
    />
  );
}

function Calculating({ progress = 0 }: { progress?: number | undefined }) {
  return (
    <div className={classes.calculating}>
      <progress className={classes.progress} max={1} value={progress} aria-label={words.calculating.label} />
      <span>{words.calculating.text(progressText(progress))}</span>
    </div>
  );
}

function Restore({ action }: { action: Action }) {
  const setDeleted = useDeleteAction();
  return (
    <Button {...useGuard('edit_definitions')} onClick={() => void setDeleted(action, false)}>
      {actionWords.restore}
    </Button>
  );
}

function More({ action }: { action: Action }) {
  const setDeleted = useDeleteAction();
  return <MoreMenu actions={[]} deletion={{ label: words.header.delete, run: () => void setDeleted(action, true) }} />;
}
