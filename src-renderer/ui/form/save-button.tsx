import { Button } from '@mantine/core';
import { useRefusal } from '../../api/permissions.ts';
import { uiWords } from '../words.ts';
import classes from './save-button.module.css';

type SaveProps = { verb: string; isIdle: boolean; isSaving: boolean; onSave: () => void };

/** Says when there is nothing to save. Stays focusable then: saving must not lose the focus. */
export function SaveButton({ verb, isIdle, isSaving, onSave }: SaveProps) {
  const refusal = useRefusal('write');
  const isOff = isIdle || refusal !== undefined;
  return (
    <Button
      className={classes.save}
      title={refusal ?? uiWords.form.saveKey(verb, navigator.platform.startsWith('Mac') ? '⌘' : 'Ctrl')}
      loading={isSaving}
      aria-disabled={isOff}
      {...(isOff ? { 'data-disabled': true } : {})}
      onClick={() => {
        if (!isOff) onSave();
      }}
    >
      {refusal === undefined && isIdle ? uiWords.form.noChanges : verb}
    </Button>
  );
}
