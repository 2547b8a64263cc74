import { Button } from '@mantine/core';
import { useRefusal } from '../../api/permissions.ts';
import classes from './save-button.module.css';

type SaveProps = { verb: string; isIdle: boolean; isSaving: boolean; onSave: () => void };

/** Says when there is nothing to save, and stays in the tab order then: saving must not lose the keyboard's place. */
export function SaveButton({ verb, isIdle, isSaving, onSave }: SaveProps) {
  const refusal = useRefusal('write');
  const isOff = isIdle || refusal !== undefined;
  return (
    <Button
      className={classes.save}
      title={refusal ?? `${verb} (${navigator.platform.startsWith('Mac') ? '⌘' : 'Ctrl'} S)`}
      loading={isSaving}
      aria-disabled={isOff}
      {...(isOff ? { 'data-disabled': true } : {})}
      onClick={() => {
        if (!isOff) onSave();
      }}
    >
      {refusal === undefined && isIdle ? 'No changes' : verb}
    </Button>
  );
}
