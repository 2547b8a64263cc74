import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useChangeMask } from '../../diff/queries.ts';
import { EventNameField } from '../../events/filters/event-name-field.tsx';
import { useProject } from '../../projects/current-project.ts';
import { useSubmit } from '../../ui/form/use-submit.ts';
import { Segments } from '../../ui/segments.tsx';
import { FormEnd } from '../form-end.tsx';
import classes from '../lists.module.css';
import { maskWords } from './mask-words.ts';

const empty = { property: '', event: '', effect: 'ignored' as keyof typeof maskWords.effects };

/** Sets a mask, replacing one of the same property and event. */
export function MaskForm() {
  const change = useChangeMask(useProject().id);
  const form = useForm({
    initialValues: empty,
    validate: { property: (property) => (property.trim() === '' ? maskWords.enterProperty : null) },
  });
  const submit = useSubmit(form, ['property', 'event'], async ({ property, event, effect }: typeof empty) => {
    const mask = { property: property.trim(), event: event.trim() || null, is_masked: effect === 'ignored' };
    await change.mutateAsync({ set: mask });
    form.reset();
  });
  return (
    <form
      className={classes.form}
      aria-label={maskWords.add}
      onSubmit={form.onSubmit((values) => void submit.run(values))}
    >
      <TextInput
        className={classes.field}
        label={maskWords.property}
        placeholder={maskWords.propertyExample}
        spellCheck={false}
        {...form.getInputProps('property')}
      />
      <EventNameField
        className={classes.field}
        label={maskWords.event}
        placeholder={maskWords.every}
        {...form.getInputProps('event')}
      />
      <div className={classes.submit}>
        <Segments
          label={maskWords.effect}
          names={maskWords.verbs}
          value={form.values.effect}
          onChange={(effect) => form.setFieldValue('effect', effect)}
        />
      </div>
      <Button type="submit" className={classes.submit} loading={submit.running}>
        {maskWords.add}
      </Button>
      <FormEnd verb={maskWords.failed.add} form={form} submit={submit} />
    </form>
  );
}
