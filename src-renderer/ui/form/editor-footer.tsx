import { Anchor, Button } from '@mantine/core';
import classes from './editor.module.css';
import { SaveButton } from './save-button.tsx';

type Props = {
  /** Of the form; `reload` takes what is saved in place of what was typed. */
  state: { isOutdated: boolean; isSaving: boolean; reload: () => void };
  isDirty: boolean;
  /** What was changed elsewhere, and what a save then does. */
  outdated: string;
  onSave: () => void;
};

/** Stays at the foot of an editor while the form scrolls. */
export function EditorFooter({ state, isDirty, outdated, onSave }: Props) {
  return (
    <div className={classes.bar}>
      {state.isOutdated && (
        <p className={classes.outdated} role="status">
          {outdated}{' '}
          <Anchor component="button" type="button" fz="inherit" onClick={state.reload}>
            Load it and discard my changes
          </Anchor>
        </p>
      )}
      <SaveButton verb="Save" isIdle={!isDirty} isSaving={state.isSaving} onSave={onSave} />
      {isDirty && (
        <Button variant="subtle" color="gray" onClick={state.reload}>
          Discard changes
        </Button>
      )}
    </div>
  );
}
