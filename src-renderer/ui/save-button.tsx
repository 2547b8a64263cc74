import { Button } from '@mantine/core';
import classes from './save-button.module.css';

type SaveProps = { verb: string; isIdle: boolean; isSaving: boolean; onSave: () => void };

/** Says when there is nothing to save, and stays in the tab order then: saving must not lose the keyboard's place. */
export function SaveButton({ verb, isIdle, isSaving, onSave }: SaveProps) {
  return (
    <Button
      className={classes.save ?? ''}
      title={`${verb} (${navigator.platform.startsWith('Mac') ? '⌘' : 'Ctrl'} S)`}
      loading={isSaving}
      aria-disabled={isIdle}
      {...(isIdle ? { 'data-disabled': true } : {})}
      onClick={() => {
        if (!isIdle) onSave();
      }}
    >
      {isIdle ? 'No changes' : verb}
    </Button>
  );
}
