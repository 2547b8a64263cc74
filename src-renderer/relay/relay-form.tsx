import { Button, Switch, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Relay } from '#server/relay/contract.ts';
import { newProperty } from '../actions/editor/action-form.ts';
import { useRefusal } from '../api/permissions.ts';
import { rowProblems } from '../experiments/setup/experiment-form-problems.ts';
import { useProject } from '../projects/current-project.ts';
import { ErrorNote } from '../ui/feedback/error-note.tsx';
import {
  type FieldErrors,
  FieldErrorsContext,
  fieldFinder,
  serverErrorsOf,
  useField,
} from '../ui/form/field-errors.ts';
import { SubmitButton } from '../ui/form/submit-button.tsx';
import { Section } from '../ui/page/section.tsx';
import { uiWords } from '../ui/words.ts';
import { useChangeRelay } from './queries.ts';
import classes from './relay.module.css';
import { changedFields, draftOf, type RelayDraft, savedOf } from './relay-draft.ts';
import { RelayFilterFields } from './relay-filter-fields.tsx';
import { RelayTestButton } from './relay-test-button.tsx';
import { words } from './words.ts';

const { receiver: text } = words;

const fieldOf = fieldFinder([
  /^(?:address|api_key|filter__event_any|filter__event_none)(?=$|__)/,
  /^filter__properties__\d+__(?:key|operator|value)/,
]);

/** The receiver and the filter, saved together. */
export function RelayForm({ relay }: { relay: Relay }) {
  const project = useProject();
  const save = useChangeRelay(project.id);
  const current = savedOf(relay);
  const [saved, setSaved] = useState(current);
  const [draft, setDraft] = useState(() => draftOf(current));
  const [submitErrors, setSubmitErrors] = useState<FieldErrors>({});
  const refusal = useRefusal('administer');
  const changes = changedFields(draft, saved);
  const isDirty = Object.keys(changes).length > 0;
  const isChangedElsewhere = JSON.stringify(current) !== JSON.stringify(saved);
  if (isChangedElsewhere && !isDirty) {
    setSaved(current);
    setDraft(draftOf(current));
  }
  const set = (part: Partial<RelayDraft>) => setDraft({ ...draft, ...part });
  const errors = rowProblems(draft.rows, 'filter');
  const serverErrors = serverErrorsOf(save.error, fieldOf);
  const isLocked = refusal !== undefined;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSubmitErrors(errors);
    if (!isDirty || Object.keys(errors).length > 0) return;
    const answer = savedOf(await save.mutateAsync(changes));
    setSaved(answer);
    setDraft(draftOf(answer));
  };
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event).catch(() => undefined)} noValidate>
      <FieldErrorsContext value={{ errors, serverErrors, submitErrors }}>
        <Section title={text.title}>
          <div className={classes.fields}>
            <ReceiverFields draft={draft} mask={saved.api_key} isLocked={isLocked} onSet={set} />
            <RelayTestButton isSaved={!isDirty} isComplete={saved.address !== null && saved.api_key !== null} />
          </div>
        </Section>
        <Section title={words.filter.title}>
          <RelayFilterFields
            draft={draft}
            isLocked={isLocked}
            isComplete={Object.keys(errors).length === 0}
            onSet={set}
            onAdd={(of) => set({ rows: [...draft.rows, newProperty(of)] })}
          />
        </Section>
      </FieldErrorsContext>
      {refusal !== undefined && <p className={classes.dim}>{refusal}</p>}
      {isChangedElsewhere && isDirty && (
        <p className={classes.dim} role="status">
          {uiWords.form.changedElsewhere(words.relayed)}
        </p>
      )}
      {save.error !== null && Object.keys(serverErrors).length === 0 && (
        <ErrorNote what={text.failed} error={save.error} />
      )}
      <div className={classes.buttons}>
        <SubmitButton isDirty={isDirty} isSaving={save.isPending} isLocked={isLocked} />
        {isDirty && (
          <Button
            variant="default"
            onClick={() => {
              save.reset();
              setSaved(current);
              setDraft(draftOf(current));
            }}
          >
            {uiWords.form.discardChanges}
          </Button>
        )}
      </div>
    </form>
  );
}

type FieldProps = { draft: RelayDraft; mask: string | null; isLocked: boolean; onSet(part: Partial<RelayDraft>): void };

function ReceiverFields({ draft, mask, isLocked, onSet }: FieldProps) {
  return (
    <>
      <TextInput
        label={text.address}
        description={text.addressHint}
        placeholder={text.addressExample}
        type="url"
        autoComplete="off"
        classNames={{ input: 'mono' }}
        value={draft.address}
        onChange={(event) => onSet({ address: event.currentTarget.value })}
        disabled={isLocked}
        {...useField('address')}
      />
      <TextInput
        label={text.key}
        description={text.keyHint(mask)}
        placeholder={mask ?? ''}
        autoComplete="off"
        spellCheck={false}
        classNames={{ input: 'mono' }}
        value={draft.key}
        onChange={(event) => onSet({ key: event.currentTarget.value })}
        disabled={isLocked}
        {...useField('api_key')}
      />
      <Switch
        label={text.allowLocal}
        description={text.allowLocalHint}
        checked={draft.allowLocal}
        onChange={(event) => onSet({ allowLocal: event.currentTarget.checked })}
        disabled={isLocked}
      />
    </>
  );
}
