import { notifications } from '@mantine/notifications';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { Flag } from '#server/flags/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { LeaveGuard } from '../../ui/form/leave-guard.tsx';
import { NewPage } from '../../ui/form/new-page.tsx';
import { type PageSlot, QueryPage } from '../../ui/page/query-page.tsx';
import { flagQuery } from '../queries.ts';
import { flagWords } from '../words.ts';
import { FlagEditor } from './flag-editor.tsx';
import { FlagHeader } from './flag-header.tsx';
import classes from './flag-page.module.css';
import { FlagTab, FlagTabs, flagTab } from './flag-tabs.tsx';
import { useFlagForm } from './use-flag-form.ts';
import { flagEditorWords } from './words.tsx';

const newRoute = getRouteApi('/feature-flags/new');
const route = getRouteApi('/feature-flags/$flagId');

const list = { to: '/feature-flags', name: flagWords.flags } as const;
const frame = { title: flagWords.flag, list, what: flagWords.thisFlag };

/** Shows the editor of a new flag. */
export function NewFlagPage() {
  const { key } = newRoute.useSearch();
  const state = useFlagForm(null, key ?? '');
  return (
    <NewPage
      state={state}
      text={flagEditorWords.create}
      list={list}
      next={({ id }) => ({
        to: '/feature-flags/$flagId',
        params: { flagId: id },
        search: ({ person }) => ({ person }),
      })}
    >
      {(save) => <FlagEditor flag={null} state={state} isFormShown onSave={save} />}
    </NewPage>
  );
}

export function FlagPage({ notice }: PageSlot<'notice', Flag>) {
  const { flagId } = route.useParams();
  return (
    <QueryPage {...frame} query={flagQuery(useProject().id, flagId)}>
      {(flag) => <SavedFlag key={flagId} flag={flag} notice={notice} />}
    </QueryPage>
  );
}

function SavedFlag({ flag, notice }: PageSlot<'notice', Flag> & { flag: Flag }) {
  const state = useFlagForm(flag, '');
  const navigate = useNavigate();
  const tab = flagTab(route.useSearch().tab);
  const isDirty = state.isDirty && !flag.deleted;
  const save = async () => {
    if (flag.deleted) return;
    const saved = await state.save();
    if (saved !== undefined) notifications.show({ message: flagEditorWords.save.done(saved.key, saved.version) });
    // The form shows what prevents saving.
    else if (isDirty && tab !== 'rules')
      void navigate({ to: '.', search: (previous) => ({ ...previous, tab: undefined }) });
  };
  return (
    <div className={classes.page}>
      <FlagHeader flag={flag} isDirty={isDirty} state={state} onSave={() => void save()} />
      {notice(flag)}
      <FlagEditor
        flag={flag}
        state={state}
        isFormShown={tab === 'rules'}
        tabs={<FlagTabs flag={flag} current={tab} isDirty={isDirty} />}
        onSave={() => void save()}
      >
        <FlagTab flag={flag} tab={tab} form={state.form} />
      </FlagEditor>
      <LeaveGuard isDirty={() => isDirty} what={flagEditorWords.save.unsaved(flag.key)} />
    </div>
  );
}
