import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Link, useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { LeaveGuard } from '../ui/leave-guard.tsx';
import { PageTitle } from '../ui/page.tsx';
import { SaveButton } from '../ui/save-button.tsx';
import editorClasses from './experiment-editor.module.css';
import { ExperimentEditorColumns } from './experiment-editor-columns.tsx';
import { BackToExperiments } from './experiment-header.tsx';
import classes from './experiment-page.module.css';
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
      <PageTitle>New experiment</PageTitle>
      <header className={editorClasses.newHeader}>
        <div className={classes.heading}>
          <BackToExperiments />
          <h1 className={classes.title}>New experiment</h1>
        </div>
        <div className={classes.actions}>
          <Button variant="default" renderRoot={(props) => <Link to="/experiments" {...props} />}>
            Cancel
          </Button>
          <SaveButton verb="Create draft" isIdle={false} isSaving={state.isSaving} onSave={() => void save()} />
        </div>
      </header>
      <ExperimentEditorColumns experiment={null} state={state} isShown onSave={() => void save()} />
      <LeaveGuard isDirty={() => state.isDirty && !isDone.current} what="The new experiment is" />
    </div>
  );
}
