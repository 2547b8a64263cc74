import { Button, Modal } from '@mantine/core';
import { forgetServer } from '../api/session.ts';
import { Mark } from '../ui/page/mark.tsx';
import classes from './unlock.module.css';
import { words } from './words.tsx';

/** Covers the page, which keeps its edits until the server is back. */
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
            {words.otherServer.title}
          </h1>
          <p className={classes.text}>{words.otherServer.text}</p>
          <ul className={classes.list}>
            <li>{words.otherServer.stop(location.host)}</li>
            <li>{words.otherServer.newLink}</li>
          </ul>
          <Button variant="default" onClick={forgetServer}>
            {words.otherServer.forget}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
