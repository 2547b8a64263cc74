import { useState } from 'react';
import { serverErrorsOf } from './field-errors.ts';

type Form = { setErrors: (errors: Record<string, string>) => void };

/** Runs a form's action. A server error of one of `fields` goes to that field, others to `error`. Resolves to whether it succeeded. */
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
      const serverErrors = serverErrorsOf(failure, (attr) => (fields.includes(attr) ? attr : null));
      if (Object.keys(serverErrors).length > 0) form.setErrors(serverErrors);
      else setError(failure);
      return false;
    } finally {
      setRunning(false);
    }
  };
  return { run, running, error };
}
