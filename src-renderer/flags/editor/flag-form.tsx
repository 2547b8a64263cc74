import { Checkbox, SegmentedControl, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useContext } from 'react';
import type { Flag } from '#server/flags/contract.ts';
import type { FlagDraft } from '#server/flags/evaluation/evaluation-contract.ts';
import { useRefusal } from '../../api/permissions.ts';
import type { GroupType } from '../../persons/group-types.ts';
import { useProject } from '../../projects/current-project.ts';
import { LabelFields } from '../../projects/label-fields.tsx';
import editor from '../../ui/form/editor.module.css';
import { FieldErrorsContext, useField } from '../../ui/form/field-errors.ts';
import { TextField } from '../../ui/form/fields/text-field.tsx';
import { SaveProblems } from '../../ui/form/save-actions.tsx';
import { formatCount } from '../../ui/format.ts';
import { Section } from '../../ui/page/section.tsx';
import looks from '../../ui/text.module.css';
import { uiWords } from '../../ui/words.ts';
import { populationWords } from '../conditions/reach-line.tsx';
import { ReleaseConditions } from '../conditions/release-conditions.tsx';
import type { FlagReach } from '../conditions/use-flag-reach.ts';
import { flagLabelsQuery, unknownFlagsQuery } from '../queries.ts';
import { VariantEditor } from '../variants/variant-editor.tsx';
import { flagWords } from '../words.ts';
import classes from './flag-form.module.css';
import { keyOf, withMultivariate } from './flag-form-values.ts';
import { flagSentence } from './flag-sentence.ts';
import { PayloadEditor } from './payload-editor.tsx';
import type { FlagFormState } from './use-flag-form.ts';
import { WhoFlips } from './who-flips.tsx';
import { flagEditorWords } from './words.tsx';

export type FlagFormProps = {
  flag: Flag | null;
  state: FlagFormState;
  groupTypes: GroupType[];
  reach: FlagReach | null;
  /** Null while the form has errors. */
  draft: FlagDraft | null;
  onSubmit: () => void;
};

/** Edits all fields of a flag. Those of a deleted flag are shown and locked. */
export function FlagForm(props: FlagFormProps) {
  const { flag, state, groupTypes, reach, draft } = props;
  const { form } = state;
  const isLocked = useRefusal('edit_definitions') !== undefined || flag?.deleted === true;
  const groupType = groupTypes.find(({ index }) => index === form.groupTypeIndex)?.name ?? null;
  const active = flag?.active ?? form.active;
  return (
    <fieldset className={editor.lockable} disabled={isLocked} aria-label={flagWords.flag}>
      <SaveProblems state={state} what={flag === null ? flagEditorWords.create.failed : uiWords.save.failed} />
      <Identity {...props} isLocked={isLocked} />
      <div className={classes.sentence}>
        <p>
          {flag?.deleted === true && flagEditorWords.form.offWhileDeleted}
          {flagSentence({ ...form, active }, groupType)}
          {flag !== null && flag.overrides > 0 && ` ${flagWords.overridden(flag.overrides)}.`}
        </p>
        {active && !isLocked && reach !== null && reach.known > 0 && (
          <p className={editor.reach} data-stale={reach.isStale || undefined}>
            {flagEditorWords.form.reach(formatCount(reach.reached), populationWords(reach, groupType))}
          </p>
        )}
        {!isLocked && <SaveEffect flag={flag} state={state} />}
        {!isLocked && flag !== null && state.isDirty && form.groupTypeIndex === null && (
          <WhoFlips flag={flag} draft={draft} />
        )}
      </div>
      <ReleaseConditions {...props} isLocked={isLocked} groupType={groupType} />
      <Value {...props} isLocked={isLocked} />
      <Persistence {...props} />
    </fieldset>
  );
}

/** Says what saving changes for apps. */
function SaveEffect({ flag, state }: Pick<FlagFormProps, 'flag' | 'state'>) {
  const project = useProject();
  const { data: unknown } = useQuery({ ...unknownFlagsQuery(project.id), enabled: flag === null });
  const { effects } = flagEditorWords.form;
  if (flag !== null) {
    return state.isDirty && <p className={looks.muted}>{flag.active ? effects.saveOn : effects.saveOff}</p>;
  }
  const requested = unknown?.results.find(({ key }) => key === state.form.key);
  return (
    <p className={looks.muted}>
      {state.form.active ? effects.createOn : effects.createOff}{' '}
      {requested !== undefined && effects.requested(requested.count)}
    </p>
  );
}

function Identity({ flag, state, isLocked }: FlagFormProps & { isLocked: boolean }) {
  const { form, change, shown } = state;
  const key = useField('key');
  const query = flagLabelsQuery(useProject().id);
  return (
    <div className={editor.identity}>
      {flag === null && (
        <TextInput
          label={flagWords.key}
          description={flagEditorWords.form.keyHint}
          classNames={{ input: looks.mono }}
          // the page was opened to type it
          autoFocus
          spellCheck={false}
          autoComplete="off"
          value={form.key}
          onChange={({ currentTarget: { value }, nativeEvent }) =>
            change({ key: (nativeEvent as InputEvent).isComposing ? value : keyOf(value) })
          }
          onBlur={key.onBlur}
          error={key.error ?? (form.key === '' ? undefined : shown.errors.key)}
        />
      )}
      <TextField
        path="name"
        label={flagWords.description}
        placeholder={flagEditorWords.form.descriptionExample}
        value={form.name}
        onChange={(name) => change({ name })}
      />
      <LabelFields labels={form} query={query} isLocked={isLocked} onChange={change} />
      {flag === null && (
        <Switch
          label={flagEditorWords.form.turnOn}
          checked={form.active}
          onChange={(event) => change({ active: event.currentTarget.checked })}
        />
      )}
    </div>
  );
}

const kinds = [
  { value: 'boolean', label: flagEditorWords.kind.boolean },
  { value: 'multivariate', label: flagEditorWords.kind.multivariate },
];

function Value({ state, onSubmit, isLocked }: FlagFormProps & { isLocked: boolean }) {
  const { form, change, apply } = state;
  const { serverErrors } = useContext(FieldErrorsContext);
  const problem = serverErrors.filters__multivariate__variants;
  return (
    <Section title={flagWords.value}>
      <div className={classes.section}>
        <div className={classes.row}>
          <SegmentedControl
            aria-label={flagEditorWords.kind.label}
            data={kinds}
            disabled={isLocked}
            value={form.isMultivariate ? 'multivariate' : 'boolean'}
            onChange={(kind) => apply((current) => withMultivariate(current, kind === 'multivariate'))}
          />
          <span className={looks.muted}>
            {form.isMultivariate ? flagEditorWords.kind.multivariateHint : flagEditorWords.kind.booleanHint}
          </span>
        </div>
        {problem !== undefined && (
          <p className={editor.formError} role="alert">
            {problem}
          </p>
        )}
        {form.isMultivariate ? (
          <VariantEditor variants={form.variants} disabled={isLocked} apply={apply} onSubmit={onSubmit} />
        ) : (
          <PayloadEditor
            of={flagEditorWords.payload.ofTrue}
            value={form.payload}
            isLocked={isLocked}
            onChange={(payload) => change({ payload })}
            onSubmit={onSubmit}
          />
        )}
      </div>
    </Section>
  );
}

function Persistence({ state }: FlagFormProps) {
  const { form, change } = state;
  return (
    <Section title={flagEditorWords.persistence.title}>
      <div className={classes.section}>
        <Checkbox
          label={flagEditorWords.persistence.label}
          description={
            form.groupTypeIndex === null ? flagEditorWords.persistence.hint : flagEditorWords.persistence.groups
          }
          disabled={form.groupTypeIndex !== null}
          checked={form.continuity}
          onChange={(event) => change({ continuity: event.currentTarget.checked })}
        />
      </div>
    </Section>
  );
}
