import { Button, PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiFailure, OtherServer } from '../api/errors.ts';
import { forgetServer, type LockReason, signInWithKey } from '../api/session.ts';
import { ErrorNote } from '../ui/feedback/error-note.tsx';
import { Mark } from '../ui/page/mark.tsx';
import { PageTitle } from '../ui/page/page.tsx';
import classes from './unlock.module.css';

const words = {
  no_session: {
    title: 'Sign in to Benchtop',
    text: 'A link from the server signs this browser in. New tabs then need none.',
  },
  session_ended: {
    title: 'This browser was signed out',
    text: 'Its session was ended, its key was revoked, or nobody used it for 30 days. Restoring a copy of the database can end sessions, too.',
  },
  signed_out: {
    title: 'You are signed out',
    text: 'All tabs of this browser are signed out.',
  },
  link_used: {
    title: 'This link was already used',
    text: 'A link signs in one browser, once. If it was not you, check Settings › Sessions after you sign in.',
  },
  link_expired: {
    title: 'This link has expired',
    text: 'A link is good for 15 minutes, and ends when the server stops.',
  },
  too_many_links: {
    title: 'Too many unknown links',
    text: 'More than 30 unknown links were opened within a minute. Wait a minute, then open a new link.',
  },
} satisfies Record<LockReason, { title: string; text: string }>;

/** Shown without a session, and as soon as it ends: why, and how to get another one. */
export function Unlock({ why }: { why: LockReason }) {
  const client = useQueryClient();
  const { title, text } = words[why];
  // Nothing of what the session could see stays in the page.
  useEffect(() => client.clear(), [client]);
  return (
    <main className={classes.page}>
      <PageTitle>Sign in</PageTitle>
      <div className={classes.form}>
        <Mark size={40} />
        <h1 className={classes.title}>{title}</h1>
        <p className={classes.text}>{text}</p>
        {window.desktop === undefined ? <HowToGetALink /> : <p>Quit and reopen Benchtop to sign in again.</p>}
        <KeyForm />
      </div>
    </main>
  );
}

function HowToGetALink() {
  return (
    <section aria-label="Get a new link">
      <p className={classes.text}>Get a new link:</p>
      <ul className={classes.list}>
        <li>In the terminal where the server runs: press Enter.</li>
        <li>
          In any other terminal: <code>npm run link</code>. If the server was started with a data folder of its own:{' '}
          <code>npm run link -- --data-dir &lt;folder&gt;</code>
        </li>
        <li>In the desktop app: File › Open in browser.</li>
      </ul>
    </section>
  );
}

function KeyForm() {
  const form = useForm({
    initialValues: { key: '' },
    validate: { key: (key) => (key.trim().startsWith('phx_') ? null : 'A personal key starts with phx_') },
  });
  const signIn = useMutation({
    mutationFn: signInWithKey,
    onError: (error) => {
      if (isUnknownKey(error)) form.setFieldError('key', 'The server does not know this key.');
    },
  });
  return (
    <form className={classes.form} onSubmit={form.onSubmit(({ key }) => signIn.mutate(key.trim()))}>
      <PasswordInput
        label="Or use a personal key"
        description="It is exchanged for a session with the same rights, and not kept in the browser."
        placeholder="phx_…"
        classNames={{ innerInput: 'mono' }}
        autoComplete="off"
        {...form.getInputProps('key')}
      />
      {signIn.isError && !isUnknownKey(signIn.error) && <ErrorNote what="sign in" error={signIn.error} />}
      {signIn.error instanceof OtherServer && (
        <Button variant="default" onClick={forgetServer}>
          Forget the old server
        </Button>
      )}
      <Button type="submit" variant="default" loading={signIn.isPending}>
        Sign in
      </Button>
    </form>
  );
}

const isUnknownKey = (error: unknown) => error instanceof ApiFailure && error.status === 401;
