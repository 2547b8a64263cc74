import { Autocomplete, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconFlag, IconFlagPlus, IconLink, type TablerIcon } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Experiment } from '#server/experiments/contract.ts';
import { useField } from '../../ui/form/field-errors.ts';
import { Icon } from '../../ui/icon.tsx';
import classes from './experiment-editor.module.css';
import { withKey } from './experiment-form-values.ts';
import type { ExperimentFormState } from './use-experiment-form.ts';

type Props = { experiment: Experiment | null; state: ExperimentFormState };

/** The flag that decides who gets what: made with the experiment, or one that is there. Fixed once started. */
export function FlagKeyField({ experiment, state }: Props) {
  const { form, apply, link } = state;
  const key = useField('feature_flag_key');
  if (experiment !== null && experiment.status !== 'draft') {
    return (
      <div className={classes.field}>
        <TextInput label="Flag key" readOnly classNames={{ input: classes.fixed }} value={form.key} {...key} />
        <KeyNote experiment={experiment} state={state} />
      </div>
    );
  }
  return (
    <div className={classes.field}>
      <Autocomplete
        label="Flag key"
        classNames={{ input: classes.mono }}
        spellCheck={false}
        autoComplete="off"
        placeholder="made from the name"
        data={link.offered}
        comboboxProps={{ shadow: 'md' }}
        maxDropdownHeight={240}
        value={form.key}
        onChange={(text) => apply((current) => withKey(current, text))}
        {...key}
        error={key.error ?? (form.key === '' ? undefined : state.shown.errors.feature_flag_key)}
      />
      <KeyNote experiment={experiment} state={state} />
    </div>
  );
}

/** What becomes of which flag, before it happens. */
function KeyNote({ experiment, state }: Props) {
  const { kind, flag } = state.link;
  const isStarted = experiment !== null && experiment.status !== 'draft';
  const name = <code>{state.form.key}</code>;
  const opened = flag !== null && (
    <Link to="/feature-flags/$flagId" params={{ flagId: flag.id }}>
      Open it
    </Link>
  );
  switch (kind) {
    case 'new':
      return (
        <Note icon={IconFlagPlus}>
          {experiment === null ? (
            <>Makes a new flag {name} when it is saved. It stays off until the launch.</>
          ) : (
            <>
              No flag is called {name}. Saving gives the experiment’s own flag that key; one that was there before
              stays, and a new one is made.
            </>
          )}
        </Note>
      );
    case 'existing':
      return (
        <Note icon={IconLink} tone="info">
          Links the existing flag {name}, which is {flag?.active ? 'on' : 'off'} now. {opened}
        </Note>
      );
    case 'unfit':
      return (
        <Note icon={IconAlertTriangle} tone="danger">
          A flag {name} is there already, and no experiment can be made of it: it has no variants with “control” among
          them. Choose another key, or give it variants. {opened}
        </Note>
      );
    case 'deleted':
      return (
        <Note icon={IconAlertTriangle} tone="danger">
          The flag was deleted: apps no longer get it, and the experiment cannot be launched. Restore it among the{' '}
          <Link to="/feature-flags" search={{ deleted: true }}>
            deleted flags
          </Link>
          , or give another key.
        </Note>
      );
    case 'own':
      return (
        <Note icon={IconFlag}>
          {isStarted && 'Fixed since the launch: apps ask for it, and events carry it. '}
          Its flag is {flag?.active ? 'on' : 'off'}. {opened}
        </Note>
      );
    default:
      return <Note>{null}</Note>;
  }
}

type NoteProps = { icon?: TablerIcon; tone?: 'info' | 'danger'; children: ReactNode };

function Note({ icon, tone, children }: NoteProps) {
  return (
    <p className={classes.keyNote} data-tone={tone} role="status">
      {icon !== undefined && <Icon of={icon} />}
      <span>{children}</span>
    </p>
  );
}
