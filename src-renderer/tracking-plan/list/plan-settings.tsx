import { Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PlanSettings as Settings } from '#server/tracking-plan/contract.ts';
import { useRefusal } from '../../api/permissions.ts';
import { useProject } from '../../projects/current-project.ts';
import { Loaded } from '../../ui/feedback/query-state.tsx';
import { fieldFinder } from '../../ui/form/field-errors.ts';
import { TextField } from '../../ui/form/fields/text-field.tsx';
import { PageForm } from '../../ui/form/page-form.tsx';
import { type EditRules, useEditForm } from '../../ui/form/use-edit-form.ts';
import looks from '../../ui/text.module.css';
import { planSettingsQuery, useChangePlanSettings } from '../queries.ts';
import { planWords } from '../words.ts';
import classes from './plan-list.module.css';
import { words } from './words.ts';

const { settings: text } = words;

type Props = { slot: HTMLElement | null; isShown: boolean };

/** Edits whether the plan is on, and which property names a build. */
export function PlanSettings(props: Props) {
  const query = useQuery(planSettingsQuery(useProject().id));
  return (
    <Loaded query={query} what={text.title}>
      {(settings) => (
        <>
          <SettingsForm {...props} settings={settings} />
          <p className={looks.note} role="status">
            {settings.is_counting ? planWords.countingHint : ''}
          </p>
        </>
      )}
    </Loaded>
  );
}

const rules: EditRules<Settings, { isEnabled: boolean; build: string }, Settings> = {
  formOf: ({ is_enabled: isEnabled, build_property: build }) => ({ isEnabled, build: build ?? '' }),
  inputOf: ({ isEnabled, build }) => ({ is_enabled: isEnabled, build_property: build.trim() || null }),
  validate: () => ({}),
  fieldOf: fieldFinder([/^build_property$/]),
};

function SettingsForm({ settings, ...props }: Props & { settings: Settings }) {
  const update = useChangePlanSettings(useProject().id);
  const isLocked = useRefusal('edit_definitions') !== undefined;
  const { form, change, ...state } = useEditForm({
    saved: settings,
    start: () => rules.formOf(settings),
    rules,
    send: (_, changed) => update.mutateAsync(changed),
  });
  return (
    <PageForm {...props} state={state} text={text} tab="settings" className={classes.settings}>
      <Switch
        {...text.enabled}
        checked={form.isEnabled}
        disabled={isLocked}
        onChange={(event) => change({ isEnabled: event.currentTarget.checked })}
      />
      <TextField
        {...text.build}
        path="build_property"
        spellCheck={false}
        value={form.build}
        disabled={isLocked}
        onChange={(build) => change({ build })}
      />
    </PageForm>
  );
}
