import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type UserSummary, userInput } from '#server/projects/contract.ts';
import { CancelButton } from '../ui/form/leave-guard.tsx';
import { useSubmit } from '../ui/form/use-submit.ts';
import { uiWords } from '../ui/words.ts';
import { FormEnd } from './form-end.tsx';
import classes from './lists.module.css';
import { words } from './words.tsx';

type Draft = { first_name: string; email: string };
type Props = {
  /** The user to edit; undefined creates one. */
  user?: UserSummary;
  verb: string;
  onSubmit: (draft: Draft) => Promise<unknown>;
  onCancel?: () => void;
};

export function UserForm({ user, verb, onSubmit, onCancel }: Props) {
  const form = useForm<Draft>({
    initialValues: { first_name: user?.first_name ?? '', email: user?.email ?? '' },
    validate: {
      first_name: (name) => (user === undefined && name.trim() === '' ? words.enterName : null),
      email: (email) => (userInput.shape.email.safeParse(email.trim()).success ? null : words.users.invalidEmail),
    },
  });
  const submit = useSubmit(form, ['first_name', 'email'], async (draft: Draft) => {
    await onSubmit({ first_name: draft.first_name.trim(), email: draft.email.trim() });
    form.reset();
  });
  return (
    <form className={classes.form} onSubmit={form.onSubmit((draft) => void submit.run(draft))} noValidate>
      <TextInput
        className={classes.field}
        label={words.users.firstName}
        // The form of a new user is always shown, so it does not take the focus.
        autoFocus={user !== undefined}
        {...form.getInputProps('first_name')}
      />
      <TextInput className={classes.field} label={words.users.email} type="email" {...form.getInputProps('email')} />
      <Button type="submit" className={classes.submit} loading={submit.running}>
        {verb}
      </Button>
      {onCancel !== undefined && (
        <span className={classes.submit}>
          <CancelButton isDirty={form.isDirty()} what={uiWords.form.entered} onCancel={onCancel} />
        </span>
      )}
      <FormEnd verb={verb} form={form} submit={submit} />
    </form>
  );
}
