import { Button, PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { projectList } from '#server/projects/contract.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { Mark } from '../ui/mark.tsx';
import { PageTitle } from '../ui/page.tsx';
import { get } from './api.ts';
import { ApiFailure } from './errors.ts';
import { unlockSession } from './session.ts';
import classes from './unlock.module.css';

/** Shown without a key, and as soon as the server refuses the one in use. */
export function Unlock() {
  const client = useQueryClient();
  const form = useForm({
    initialValues: { key: '' },
    validate: { key: (key) => (key.trim().startsWith('phx_') ? null : 'A personal key starts with phx_') },
  });
  const unlock = useMutation({
    mutationFn: (key: string) => get('/api/projects/', projectList, { key, query: { limit: 1 } }),
    onSuccess: (_, key) => {
      client.clear();
      unlockSession(key);
    },
    onError: (error) => {
      if (error instanceof ApiFailure && error.status === 401)
        form.setFieldError('key', 'The server does not know this key.');
    },
  });
  const refused = unlock.error instanceof ApiFailure && unlock.error.status === 401;
  return (
    <main className={classes.page}>
      <PageTitle>Unlock</PageTitle>
      <form className={classes.form} onSubmit={form.onSubmit(({ key }) => unlock.mutate(key.trim()))}>
        <Mark size={40} />
        <h1 className={classes.title}>Benchtop needs a key</h1>
        <p className={classes.text}>
          The server prints an address that ends in <code>/#key=phx_…</code> in the terminal where it was started. Open
          that address, or paste the key here. It stays in this tab only.
        </p>
        <PasswordInput
          label="Personal key"
          placeholder="phx_…"
          classNames={{ innerInput: 'mono' }}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('key')}
        />
        {unlock.isError && !refused && <ErrorNote what="check the key" error={unlock.error} />}
        <Button type="submit" loading={unlock.isPending}>
          Unlock
        </Button>
      </form>
    </main>
  );
}
