import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useSubmit } from '../ui/form/use-submit.ts';
import { FormEnd } from './form-end.tsx';
import classes from './lists.module.css';
import { words } from './words.tsx';

type Props = {
  label: string;
  placeholder: string;
  /** The verb on the button. */
  verb: string;
  autoFocus?: boolean;
  onSubmit: (name: string) => Promise<unknown>;
};

/** Creates something that needs only a name. */
export function NameForm({ label, placeholder, verb, autoFocus, onSubmit }: Props) {
  const form = useForm({
    initialValues: { name: '' },
    validate: { name: (name) => (name.trim() === '' ? words.enterName : null) },
  });
  const submit = useSubmit(form, ['name'], async (name: string) => {
    await onSubmit(name);
    form.reset();
  });
  return (
    <form className={classes.form} onSubmit={form.onSubmit(({ name }) => void submit.run(name.trim()))}>
      <TextInput
        className={classes.field}
        label={label}
        placeholder={placeholder}
        // only when this form was opened on purpose
        autoFocus={autoFocus ?? false}
        {...form.getInputProps('name')}
      />
      <Button type="submit" className={classes.submit} loading={submit.running}>
        {verb}
      </Button>
      <FormEnd verb={verb} form={form} submit={submit} />
    </form>
  );
}
