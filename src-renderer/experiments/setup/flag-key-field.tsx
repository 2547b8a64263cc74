import { Autocomplete, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconFlag, IconFlagPlus, IconLink, type TablerIcon } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Experiment } from '#server/experiments/contract.ts';
import { useField } from '../../ui/form/field-errors.ts';
import { Icon } from '../../ui/icon.tsx';
import layout from '../../ui/layout.module.css';
import looks from '../../ui/text.module.css';
import { launchWarningWords } from '../launch-warning-words.ts';
import classes from './experiment-editor.module.css';
import { withKey } from './experiment-form-values.ts';
import type { ExperimentFormState } from './use-experiment-form.ts';
import { words } from './words.tsx';

const { flagKey: text } = words;

type Props = { experiment: Experiment | null; state: ExperimentFormState };

/** Edits the key of the experiment's flag, an existing or a new one. Fixed once started. */
export function FlagKeyField({ experiment, state }: Props) {
  const { form, apply, link } = state;
  const key = useField('feature_flag_key');
  const error = key.error ?? (form.key === '' ? undefined : state.shown.errors.feature_flag_key);
  if (experiment !== null && experiment.status !== 'draft') {
    return (
      <div className={layout.tightStack}>
        <TextInput label={text.label} readOnly classNames={{ input: classes.fixed }} value={form.key} {...key} />
        <KeyNote experiment={experiment} state={state} />
      </div>
    );
  }
  return (
    <div className={layout.tightStack}>
      <Autocomplete
        label={text.label}
        classNames={{ input: looks.mono }}
        spellCheck={false}
        autoComplete="off"
        placeholder={text.placeholder}
        data={link.offered}
        maxDropdownHeight={240}
        value={form.key}
        onChange={(text) => apply((current) => withKey(current, text))}
        {...key}
        openOnFocus={error === undefined}
        error={error}
      />
      <KeyNote experiment={experiment} state={state} />
    </div>
  );
}

/** Says what saving will do to which flag. */
function KeyNote({ experiment, state }: Props) {
  const { kind, flag } = state.link;
  const warning = state.warnings.find(({ kind }) => ['flag_unfit', 'flag_deleted', 'flag_taken'].includes(kind));
  const isStarted = experiment !== null && experiment.status !== 'draft';
  const name = <code>{state.form.key}</code>;
  const opened = flag !== null && (
    <Link to="/feature-flags/$flagId" params={{ flagId: flag.id }}>
      {text.open}
    </Link>
  );
  switch (state.link.rival === null ? kind : 'unfit') {
    case 'new':
      return <Note icon={IconFlagPlus}>{experiment === null ? text.makes(name) : text.renames(name)}</Note>;
    case 'existing':
      return (
        <Note icon={IconLink} tone="info">
          {text.links(name, flag?.active)} {opened}
        </Note>
      );
    case 'unfit':
    case 'deleted':
      return (
        <Note icon={IconAlertTriangle} tone="danger">
          {warning !== undefined && launchWarningWords(warning)}{' '}
          {opened || (
            <Link to="/feature-flags" search={{ deleted: true }}>
              {text.openDeleted}
            </Link>
          )}
        </Note>
      );
    case 'own':
      return (
        <Note icon={IconFlag}>
          {isStarted && text.fixed}
          {text.own(flag?.active)} {opened}
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
