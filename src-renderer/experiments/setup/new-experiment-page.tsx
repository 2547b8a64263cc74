import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Link, useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { LeaveGuard } from '../../ui/form/leave-guard.tsx';
import { SaveButton } from '../../ui/form/save-button.tsx';
import { BackLink } from '../../ui/page/back-link.tsx';
import { DetailHeader } from '../../ui/page/detail-header.tsx';
import classes from '../../ui/page/detail-page.module.css';
import { ExperimentEditorColumns } from './experiment-editor-columns.tsx';
import { useExperimentForm } from './use-experiment-form.ts';

/** The editor with nothing saved yet. */
export function NewExperimentPage() {
  const state = useExperimentForm(null, true);
  const navigate = useNavigate();
  const isDone = useRef(false);
  const save = async () => {
    const saved = await state.save();
    if (saved === undefined) return;
    isDone.current = true;
    notifications.show({ message: `“${saved.name}” is a draft now. Launch it when its checklist is done.` });
    void navigate({
      to: '/experiments/$experimentId',
      params: { experimentId: saved.id },
      search: { tab: 'setup' },
      replace: true,
    });
  };
  return (
    <div className={classes.page}>
      <DetailHeader
        hasLine
        name="New experiment"
        back={<BackLink to="/experiments">Experiments</BackLink>}
        actions={
          <>
            <Button variant="default" renderRoot={(props) => <Link to="/experiments" {...props} />}>
              Cancel
            </Button>
            <SaveButton verb="Create draft" isIdle={false} isSaving={state.isSaving} onSave={() => void save()} />
          </>
        }
      />
      <ExperimentEditorColumns experiment={null} state={state} isShown onSave={() => void save()} />
      <LeaveGuard isDirty={() => state.isDirty && !isDone.current} what="The new experiment is" />
    </div>
  );
}
