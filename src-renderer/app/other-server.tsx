import { Button, Modal } from '@mantine/core';
import { forgetServer } from '../api/session.ts';
import { Mark } from '../ui/page/mark.tsx';
import classes from './unlock.module.css';

/** Over the page, which stays as it is below: the server may come back, and what was typed is not lost. */
export function OtherServerNotice() {
  return (
    <Modal
      opened
      fullScreen
      withCloseButton={false}
      closeOnEscape={false}
      onClose={() => undefined}
      aria-labelledby="other-server"
    >
      <div className={classes.page} data-covering role="alert">
        <div className={classes.form}>
          <Mark size={40} />
          <h1 id="other-server" className={classes.title} tabIndex={-1} data-autofocus>
            Another program answers here
          </h1>
          <p className={classes.text}>
            It could not prove that it is the Benchtop you signed in to, so this page sends it no session and no data.
            Do not reload the page while that program runs.
          </p>
          <ul className={classes.list}>
            <li>
              Find out what uses <code>{location.host}</code>, stop it, and start Benchtop again. This page then
              continues by itself.
            </li>
            <li>If you moved or reset the data folder, or use another port or tunnel now, open a new link.</li>
          </ul>
          <Button variant="default" onClick={forgetServer}>
            Forget the old server
          </Button>
        </div>
      </div>
    </Modal>
  );
}
