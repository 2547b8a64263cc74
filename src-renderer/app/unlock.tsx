import { Button, PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keyFormats } from '#server/core/key-format-contract.ts';
import { ApiFailure, OtherServer } from '../api/errors.ts';
import { forgetServer, type LockReason, signInWithKey } from '../api/session.ts';
import { ErrorNote } from '../ui/feedback/error-note.tsx';
import { Mark } from '../ui/page/mark.tsx';
import { PageTitle } from '../ui/page/page.tsx';
import looks from '../ui/text.module.css';
import classes from './unlock.module.css';
import { lockReasons, unlockWords } from './unlock-words.tsx';

/** Shows, without a session, why there is none and how to sign in. */
export function Unlock({ why }: { why: LockReason }) {
  const client = useQueryClient();
  const { title, text } = lockReasons[why];
  // Removes all data of the ended session.
  useEffect(() => client.clear(), [client]);
  return (
    <main className={classes.page}>
      <PageTitle>{unlockWords.signIn}</PageTitle>
      <div className={classes.form}>
        <Mark size={40} />
        <h1 className={classes.title}>{title}</h1>
        {text !== null && <p className={looks.note}>{text}</p>}
        {window.desktop === undefined ? <LinkHelp /> : <p>{unlockWords.reopen}</p>}
        <KeyForm />
      </div>
    </main>
  );
}

function LinkHelp() {
  return (
    <section aria-label={unlockWords.getLink}>
      <p className={looks.note}>{unlockWords.getLinkHeading}</p>
      <ul className={classes.list}>
        <li>{unlockWords.inTerminal}</li>
        <li>{unlockWords.inOtherTerminal}</li>
        <li>{unlockWords.inApp}</li>
      </ul>
    </section>
  );
}

function KeyForm() {
  const form = useForm({
    initialValues: { key: '' },
    validate: { key: (key) => (key.trim().startsWith(keyFormats.personal.prefix) ? null : unlockWords.invalidKey) },
  });
  const signIn = useMutation({
    mutationFn: signInWithKey,
    onError: (error) => {
      if (isUnknownKey(error)) form.setFieldError('key', unlockWords.unknownKey);
    },
  });
  return (
    <form className={classes.form} onSubmit={form.onSubmit(({ key }) => signIn.mutate(key.trim()))}>
      <PasswordInput
        label={unlockWords.personalKey}
        description={unlockWords.personalKeyHint}
        placeholder={unlockWords.placeholder}
        classNames={{ innerInput: 'mono' }}
        autoComplete="off"
        {...form.getInputProps('key')}
      />
      {signIn.isError && !isUnknownKey(signIn.error) && (
        <ErrorNote what={unlockWords.signInVerb} error={signIn.error} />
      )}
      {signIn.error instanceof OtherServer && (
        <Button variant="default" onClick={forgetServer}>
          {unlockWords.forget}
        </Button>
      )}
      <Button type="submit" variant="default" loading={signIn.isPending}>
        {unlockWords.signIn}
      </Button>
    </form>
  );
}

const isUnknownKey = (error: unknown) => error instanceof ApiFailure && error.status === 401;
