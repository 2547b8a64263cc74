import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { forgetServer } from '../api/session.ts';
import { Mark } from '../ui/page/mark.tsx';
import looks from '../ui/text.module.css';
import classes from './unlock.module.css';
import { words } from './words.tsx';

/** Covers the page, which keeps its edits until the server is back. The browser's own dialog: the other program could not load ours. */
export function OtherServerNotice() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={classes.cover}
      aria-modal="true"
      aria-labelledby="other-server"
      onCancel={(event) => event.preventDefault()}
      // A browser closes it at a second Escape, whatever becomes of the first.
      onKeyDown={(event) => event.key === 'Escape' && event.preventDefault()}
    >
      <div className={classes.page} data-covering role="alert">
        <div className={classes.form}>
          <Mark size={40} />
          <h1 id="other-server" className={classes.title} tabIndex={-1}>
            {words.otherServer.title}
          </h1>
          <p className={looks.note}>{words.otherServer.text}</p>
          <ul className={classes.list}>
            <li>{words.otherServer.stop(location.host)}</li>
            <li>{words.otherServer.newLink}</li>
          </ul>
          <Button variant="default" onClick={forgetServer}>
            {words.otherServer.forget}
          </Button>
        </div>
      </div>
    </dialog>
  );
}
