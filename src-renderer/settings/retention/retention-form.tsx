import { Button, NumberInput } from '@mantine/core';
import { useState } from 'react';
import { maxKeepDays, minKeepDays, type RetentionPreview } from '#server/events/retention/retention-contract.ts';
import { previewRetention, useKeepDays } from '../../events/retention/queries.ts';
import { retentionWords } from '../../events/retention/words.tsx';
import { useProject } from '../../projects/current-project.ts';
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx';
import { submitting } from '../../ui/form/submitting.ts';
import { useSubmit } from '../../ui/form/use-submit.ts';
import { Segments } from '../../ui/segments.tsx';
import { FormEnd } from '../form-end.tsx';
import classes from '../lists.module.css';
import { Held } from './held.tsx';

type Choice = keyof typeof retentionWords.choices;
type Days = number | '';
type Asked = { days: number; preview: RetentionPreview };

/** Days that the form proposes. */
const proposedDays = 365;

const isWhole = (days: Days): days is number =>
  days !== '' && Number.isInteger(days) && days >= minKeepDays && days <= maxKeepDays;

/** Chooses how long events are kept. Says what is deleted before it saves that some are. */
export function RetentionForm({ keepDays }: { keepDays: number | null }) {
  const { id } = useProject();
  const keep = useKeepDays(id);
  const [asked, setAsked] = useState<Asked | null>(null);
  /** Undefined without an edit: the form shows what is saved, also by another window. */
  const [edited, setEdited] = useState<Choice>();
  /** While all events are kept, typed days stay for the next click on “Delete”. */
  const [typed, setTyped] = useState<Days>();
  const [error, setError] = useState<string>();
  const choice = edited ?? (keepDays === null ? 'all' : 'days');
  const days = typed ?? keepDays ?? proposedDays;
  const chosen = choice === 'all' ? null : days;
  const isSaved = chosen === keepDays;
  if (edited !== undefined && isSaved) setEdited(undefined);
  if (edited === undefined && keepDays !== null && typed !== undefined) setTyped(undefined);
  const change = (next: Choice, nextDays = typed) => {
    setError(undefined);
    setEdited(next);
    setTyped(nextDays);
  };
  const submit = useSubmit({ setErrors: (errors) => setError(errors.keep_days) }, ['keep_days'], async () => {
    if (chosen === null) await keep.mutateAsync(null);
    else if (isWhole(chosen)) setAsked({ days: chosen, preview: await previewRetention(id, chosen) });
    else setError(retentionWords.range);
  });
  return (
    <form className={classes.form} aria-label={retentionWords.what} onSubmit={submitting(() => submit.run(undefined))}>
      <div className={classes.submit}>
        <Segments label={retentionWords.choice} names={retentionWords.choices} value={choice} onChange={change} />
      </div>
      {choice === 'days' && (
        <NumberInput
          label={retentionWords.days}
          w={140}
          allowDecimal={false}
          allowNegative={false}
          value={days}
          error={error}
          onChange={(next) => change(choice, next === '' ? '' : Number(next))}
        />
      )}
      <Button type="submit" className={classes.submit} loading={submit.running} disabled={isSaved}>
        {retentionWords.save}
      </Button>
      <FormEnd verb={retentionWords.failed} form={{ isDirty: () => !isSaved }} submit={submit} />
      {asked !== null && <Confirm {...asked} onClose={() => setAsked(null)} />}
    </form>
  );
}

function Confirm({ days, preview, onClose }: Asked & { onClose: () => void }) {
  const { id, name } = useProject();
  const keep = useKeepDays(id);
  const { before, events, held_by: hold } = preview;
  const { confirm: text } = retentionWords;
  return (
    <ConfirmDialog
      title={text.title(days)}
      verb={text.verb(days)}
      {...(events > 0 && { typed: name })}
      onConfirm={() => keep.mutateAsync(days)}
      onClose={onClose}
    >
      {before !== null && <p>{text.now(events, before)}</p>}
      {before === null && hold === null && <p>{text.none}</p>}
      {hold !== null && <Held hold={hold} />}
      <p>{text.later(days)}</p>
    </ConfirmDialog>
  );
}
