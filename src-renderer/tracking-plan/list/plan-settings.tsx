import { Button, Switch, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PlanSettings as Settings } from '#server/tracking-plan/contract.ts';
import { useGuard, useRefusal } from '../../api/permissions.ts';
import { useProject } from '../../projects/current-project.ts';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { submitting } from '../../ui/form/submitting.ts';
import looks from '../../ui/text.module.css';
import { uiWords } from '../../ui/words.ts';
import { planSettingsQuery, useChangePlanSettings } from '../queries.ts';
import { planWords } from '../words.ts';
import classes from './plan-list.module.css';
import { words } from './words.ts';

const { settings: text } = words;

/** Edits whether the plan is on, and which property names a build. */
export function PlanSettings() {
  const query = useQuery(planSettingsQuery(useProject().id));
  if (query.data === undefined) return <QueryState query={query} what={text.title} />;
  const { is_counting: isCounting, ...settings } = query.data;
  return (
    <>
      <SettingsForm key={JSON.stringify(settings)} settings={settings} />
      <p className={looks.note} role="status">
        {isCounting ? planWords.countingHint : ''}
      </p>
    </>
  );
}

function SettingsForm({ settings }: { settings: Settings }) {
  const change = useChangePlanSettings(useProject().id);
  const refusal = useRefusal('edit_definitions');
  const guard = useGuard('edit_definitions');
  const [isEnabled, setEnabled] = useState(settings.is_enabled);
  const [build, setBuild] = useState(settings.build_property ?? '');
  const draft = { is_enabled: isEnabled, build_property: build.trim() === '' ? null : build.trim() };
  const isDirty = JSON.stringify(draft) !== JSON.stringify(settings);
  const save = submitting(() => {
    change.mutate(draft, { onSuccess: () => notifications.show({ message: text.saved }) });
  });
  return (
    <form className={classes.settings} aria-label={text.title} onSubmit={save}>
      <Switch
        {...text.enabled}
        checked={isEnabled}
        disabled={refusal !== undefined}
        onChange={(event) => setEnabled(event.currentTarget.checked)}
      />
      <TextInput
        {...text.build}
        spellCheck={false}
        value={build}
        disabled={refusal !== undefined}
        onChange={(event) => setBuild(event.currentTarget.value)}
      />
      {change.error !== null && <ErrorNote what={text.failed} error={change.error} />}
      <div>
        <Button type="submit" loading={change.isPending} disabled={!isDirty} {...guard}>
          {isDirty ? uiWords.form.save : uiWords.form.noChanges}
        </Button>
      </div>
    </form>
  );
}
