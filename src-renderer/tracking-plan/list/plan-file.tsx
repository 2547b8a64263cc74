import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconUpload } from '@tabler/icons-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { useGuard } from '../../api/permissions.ts';
import { useProject } from '../../projects/current-project.ts';
import { DownloadButton } from '../../ui/feedback/download-button.tsx';
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { readJson } from '../../ui/json/json-error.ts';
import { uiWords } from '../../ui/words.ts';
import { downloadPlan, useImportPlan } from '../queries.ts';
import { planWords } from '../words.ts';
import classes from './plan-list.module.css';
import { words } from './words.ts';

/** Saves all schemas as a file, and takes them from one. */
export function PlanFile() {
  const { id } = useProject();
  return (
    <>
      <DownloadButton filename={words.filename} label={words.exportLabel} load={() => downloadPlan(id)}>
        {words.export}
      </DownloadButton>
      <ImportButton projectId={id} />
    </>
  );
}

function ImportButton({ projectId }: { projectId: number }) {
  const guard = useGuard('edit_definitions');
  const input = useRef<HTMLInputElement>(null);
  const [document, setDocument] = useState<unknown>(undefined);
  const read = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const text = await currentTarget.files?.[0]?.text();
    currentTarget.value = '';
    if (text === undefined) return;
    const json = readJson(text);
    if ('value' in json) setDocument(json.value);
    else {
      const { line, column, message } = json.problem;
      const title = uiWords.couldNot(planWords.failed.import);
      notifications.show({ color: 'red', title, message: words.notJson(line, column, message) });
    }
  };
  return (
    <>
      <Button
        variant="default"
        aria-label={words.importLabel}
        leftSection={<Icon of={IconUpload} />}
        {...guard}
        onClick={() => input.current?.click()}
      >
        {words.import}
      </Button>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        className={classes.file}
        aria-label={words.importLabel}
        onChange={(event) => void read(event)}
      />
      {document !== undefined && (
        <ImportDialog projectId={projectId} document={document} onClose={() => setDocument(undefined)} />
      )}
    </>
  );
}

type Props = { projectId: number; document: unknown; onClose: () => void };

function ImportDialog({ projectId, document, onClose }: Props) {
  const take = useImportPlan(projectId);
  const confirm = async () => {
    const { events } = await take.mutateAsync(document);
    notifications.show({ message: planWords.done.imported(Object.keys(events).length) });
  };
  const { title, verb, consequence } = words.importDialog;
  return (
    <ConfirmDialog isHarmless title={title} verb={verb} onConfirm={confirm} onClose={onClose}>
      <p>{consequence(Object.keys(Object(Object(document).events)).length)}</p>
    </ConfirmDialog>
  );
}
