import { useState } from 'react';
import { refusedField } from './field-problems.ts';

type Form = { setErrors: (errors: Record<string, string>) => void };

/**
 * Runs a form's action: what the server finds wrong with a field of `fields` goes to that field, anything else is `error`.
 * Resolves to whether it succeeded.
 */
export function useSubmit<Values>(form: Form, fields: readonly string[], action: (values: Values) => Promise<unknown>) {
  const [running, setRunning] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const run = async (values: Values): Promise<boolean> => {
    setRunning(true);
    setError(null);
    try {
      await action(values);
      return true;
    } catch (failure) {
      const ofFields = refusedField(failure, (attr) => (fields.includes(attr) ? attr : null));
      if (Object.keys(ofFields).length > 0) form.setErrors(ofFields);
      else setError(failure);
      return false;
    } finally {
      setRunning(false);
    }
  };
  return { run, running, error };
}
