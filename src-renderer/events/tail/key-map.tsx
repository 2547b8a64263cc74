import { Modal } from '@mantine/core';
import { Fragment } from 'react';
import classes from './live.module.css';
import { keyMap } from './use-live-keys.ts';
import { words } from './words.ts';

export function KeyMap({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title={words.keys.title} size="sm">
      <dl className={classes.keys}>
        {keyMap.map(({ keys, says }) => (
          <Fragment key={says}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{says}</dd>
          </Fragment>
        ))}
      </dl>
    </Modal>
  );
}
