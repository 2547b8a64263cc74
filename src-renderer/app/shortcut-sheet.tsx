import { Modal } from '@mantine/core';
import { Fragment } from 'react';
import { useOpened } from '../ui/lazy/use-opened.ts';
import classes from './shortcuts.module.css';
import { words } from './words.tsx';

/** `keys`: one key, or two pressed one after the other, with a space between. */
export type Shortcut = { keys: readonly string[]; says: string };

const arrows: Record<string, string> = { ArrowDown: '↓', ArrowUp: '↑' };

type Props = { shortcuts: readonly Shortcut[]; isOpen: boolean; onClose: () => void };

/** Lists the shortcuts of the page. */
export function ShortcutSheet({ shortcuts, isOpen, onClose }: Props) {
  return (
    <Modal opened={useOpened(isOpen)} onClose={onClose} title={words.shortcuts.title} size="sm">
      <dl className={classes.keys}>
        {shortcuts.map(({ keys, says }) => (
          <Fragment key={says}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{arrows[key] ?? key}</kbd>
              ))}
            </dt>
            <dd>{says}</dd>
          </Fragment>
        ))}
      </dl>
    </Modal>
  );
}
