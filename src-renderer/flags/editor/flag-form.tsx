import { Checkbox, SegmentedControl, Switch, TextInput } from '@mantine/core';
import { useContext } from 'react';
import type { Flag } from '#server/flags/contract.ts';
import { useRefusal } from '../../api/permissions.ts';
import type { GroupType } from '../../persons/group-types.ts';
import editor from '../../ui/form/editor.module.css';
import { FieldErrorsContext, useField } from '../../ui/form/field-errors.ts';
import { SaveProblems } from '../../ui/form/save-actions.tsx';
import { formatCount } from '../../ui/format.ts';
import { Section } from '../../ui/page/section.tsx';
import { populationWords } from '../conditions/reach-line.tsx';
import { ReleaseConditions } from '../conditions/release-conditions.tsx';
import type { FlagReach } from '../conditions/use-flag-reach.ts';
import { VariantEditor } from '../variants/variant-editor.tsx';
import classes from './flag-form.module.css';
import { withMultivariate } from './flag-form-values.ts';
import { flagSentence } from './flag-sentence.ts';
import { PayloadEditor } from './payload-editor.tsx';
import type { FlagFormState } from './use-flag-form.ts';

export type FlagFormProps = {
  flag: Flag | null;
  state: FlagFormState;
  groupTypes: GroupType[];
  reach: FlagReach | null;
  onSubmit: () => void;
};

/** Everything of a flag that is edited and then saved. A deleted flag is shown, and cannot be changed. */
export function FlagForm(props: FlagFormProps) {
  const { flag, state, groupTypes, reach } = props;
  const { form } = state;
  const isLocked = useRefusal('write') !== undefined || flag?.deleted === true;
  const groupType = groupTypes.find(({ index }) => index === form.groupTypeIndex)?.name ?? null;
  const active = flag?.active ?? form.active;
  return (
    <fieldset className={classes.form} disabled={isLocked} aria-label="Flag">
      <SaveProblems state={state} what={flag === null ? 'create the flag' : 'save'} />
      <Identity {...props} />
      <div className={classes.sentence}>
        <p>
          {flag?.deleted === true && 'Off for everybody while the flag is deleted. Restored, it reads: '}
          {flagSentence({ ...form, active }, groupType).replaceAll('%', '\u00a0%')}
        </p>
        {active && !isLocked && reach !== null && reach.known > 0 && (
          <p className={classes.reach} data-stale={reach.isStale || undefined}>
            On for about <b>{formatCount(reach.reached)}</b> of{' '}
            {populationWords(reach, groupType === null ? 'persons' : `${groupType} groups`)}.
          </p>
        )}
      </div>
      <ReleaseConditions {...props} isLocked={isLocked} groupType={groupType} />
      <Value {...props} isLocked={isLocked} />
      <Persistence {...props} />
    </fieldset>
  );
}

function Identity({ flag, state }: FlagFormProps) {
  const { form, change, shown } = state;
  const key = useField('key');
  const name = useField('name');
  return (
    <div className={classes.identity}>
      {flag === null && (
        <TextInput
          label="Key"
          description="What your code asks for: letters, digits, - _ . and /. It stays as it is once the flag is made."
          classNames={{ input: classes.mono, description: classes.description }}
          // the page was opened to type it
          autoFocus
          spellCheck={false}
          autoComplete="off"
          placeholder="new-checkout"
          value={form.key}
          onChange={(event) => change({ key: event.currentTarget.value })}
          onBlur={key.onBlur}
          error={key.error ?? (form.key === '' ? undefined : shown.errors.key)}
        />
      )}
      <TextInput
        label="Description"
        placeholder="What the flag is for, and when it can go"
        value={form.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        {...name}
      />
      {flag === null && (
        <Switch
          size="xs"
          classNames={classNames}
          label="Turn it on when it is created"
          checked={form.active}
          onChange={(event) => change({ active: event.currentTarget.checked })}
        />
      )}
    </div>
  );
}

/** Mantine's small switches are of the right size, their words are not. */
const classNames = { label: classes.label, description: classes.description };

const kinds = [
  { value: 'boolean', label: 'On or off' },
  { value: 'multivariate', label: 'Several variants' },
];

function Value({ state, onSubmit, isLocked }: FlagFormProps & { isLocked: boolean }) {
  const { form, change, apply } = state;
  const { serverErrors } = useContext(FieldErrorsContext);
  const problem = serverErrors.filters__multivariate__variants;
  return (
    <Section title="Value">
      <div className={classes.section}>
        <div className={classes.row}>
          <SegmentedControl
            aria-label="Kind of value"
            data={kinds}
            disabled={isLocked}
            value={form.isMultivariate ? 'multivariate' : 'boolean'}
            onChange={(kind) => apply((current) => withMultivariate(current, kind === 'multivariate'))}
          />
          <span className={classes.hint}>
            {form.isMultivariate
              ? 'Those who get the flag get one of its variants, always the same one.'
              : 'Those who get the flag get true.'}
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
            of="true"
            value={form.payload}
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
    <Section title="Over time">
      <div className={classes.section}>
        <Checkbox
          size="xs"
          classNames={classNames}
          label="Keep the value when an anonymous person identifies"
          description={
            form.groupTypeIndex === null
              ? 'What was decided for the anonymous id stays for the person after login. Needs an SDK that sends it.'
              : 'For flags of persons only: the value of a group does not depend on who asks.'
          }
          disabled={form.groupTypeIndex !== null}
          checked={form.continuity}
          onChange={(event) => change({ continuity: event.currentTarget.checked })}
        />
      </div>
    </Section>
  );
}
