import { Button } from '@mantine/core';
import type { Permission } from '#server/core/contract.ts';
import { useRefusal } from '../../api/permissions.ts';
import { uiWords } from '../words.ts';
import classes from './save-button.module.css';

type SaveProps = {
  verb: string;
  access?: Permission | undefined;
  isIdle: boolean;
  isSaving: boolean;
  onSave: () => void;
};

/** Says when there is nothing to save. Stays focusable then and while it saves: saving must not lose the focus. */
export function SaveButton({ verb, access = 'edit_definitions', isIdle, isSaving, onSave }: SaveProps) {
  const refusal = useRefusal(access);
  const isOff = isIdle || isSaving || refusal !== undefined;
  return (
    <Button
      className={classes.save}
      title={refusal ?? uiWords.form.saveKey(verb)}
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
