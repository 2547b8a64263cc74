import { Button } from '@mantine/core';
import { uiWords } from '../words.ts';

type Props = { isDirty: boolean; isSaving: boolean; isLocked?: boolean };

/** Submits the form around it. Without changes it says so, and stays focusable: saving must not lose the focus. */
export const SubmitButton = ({ isDirty, isSaving, isLocked = false }: Props) => (
  <Button
    type="submit"
    loading={isSaving}
    disabled={isLocked}
    aria-disabled={!isDirty}
    {...(isDirty ? {} : { 'data-disabled': true })}
  >
    {isDirty ? uiWords.form.save : uiWords.form.noChanges}
  </Button>
);
