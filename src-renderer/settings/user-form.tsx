import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type UserSummary, userInput } from '#server/projects/contract.ts';
import { ErrorNote } from '../ui/feedback/error-note.tsx';
import { useSubmit } from '../ui/form/use-submit.ts';
import classes from './lists.module.css';

type Draft = { first_name: string; email: string };
type Props = {
  /** The user to edit; without it the form makes a new one. */
  user?: UserSummary;
  verb: string;
  onSubmit: (draft: Draft) => Promise<unknown>;
  onCancel?: () => void;
};

export function UserForm({ user, verb, onSubmit, onCancel }: Props) {
  const form = useForm<Draft>({
    initialValues: { first_name: user?.first_name ?? '', email: user?.email ?? '' },
    validate: {
      first_name: (name) => (user === undefined && name.trim() === '' ? 'Give a name.' : null),
      email: (email) => (userInput.shape.email.safeParse(email.trim()).success ? null : 'This is no e-mail address.'),
    },
  });
  const submit = useSubmit(form, ['first_name', 'email'], async (draft: Draft) => {
    await onSubmit({ first_name: draft.first_name.trim(), email: draft.email.trim() });
    form.reset();
  });
  return (
    <form className={classes.form} onSubmit={form.onSubmit((draft) => void submit.run(draft))} noValidate>
      <TextInput className={classes.field} label="First name" {...form.getInputProps('first_name')} />
      <TextInput className={classes.field} label="E-mail" type="email" {...form.getInputProps('email')} />
      <Button type="submit" className={classes.submit} loading={submit.running}>
        {verb}
      </Button>
      {onCancel !== undefined && (
        <Button variant="default" className={classes.submit} onClick={onCancel}>
          Cancel
        </Button>
      )}
      {submit.error !== null && (
        <div className={classes.note}>
          <ErrorNote what={verb.toLowerCase()} error={submit.error} />
        </div>
      )}
    </form>
  );
}
