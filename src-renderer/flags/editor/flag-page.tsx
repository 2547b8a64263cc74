import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Flag } from '#server/flags/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { NewPage } from '../../ui/form/new-page.tsx';
import { SavedForm } from '../../ui/form/saved-form.tsx';
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
      {(save) => <FlagEditor flag={null} state={state} isFormShown onSubmit={save} />}
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
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const tab = flagTab(route.useSearch().tab);
  const isShown = tab === 'rules';
  const isDirty = state.isDirty && !flag.deleted;
  const { unsaved, done } = flagEditorWords.save;
  const text = { unsaved: unsaved(flag.key), done: ({ key, version }: Flag) => done(key, version) };
  return (
    <div className={classes.page}>
      <FlagHeader flag={flag} isDirty={isDirty} saveSlot={setSlot} />
      {notice(flag)}
      <SavedForm state={state} text={text} slot={slot} isShown={isShown} isLocked={flag.deleted}>
        {(save) => (
          <FlagEditor
            flag={flag}
            state={state}
            isFormShown={isShown}
            tabs={<FlagTabs flag={flag} current={tab} isDirty={isDirty} />}
            onSubmit={save}
          >
            <FlagTab flag={flag} tab={tab} form={state.form} />
          </FlagEditor>
        )}
      </SavedForm>
    </div>
  );
}
