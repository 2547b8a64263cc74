import { Button, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { IssuedPersonalKey, PersonalKey, Project } from '#server/projects/contract.ts';
import { useRefusal } from '../../api/permissions.ts';
import { useProject } from '../../projects/current-project.ts';
import {
  currentUserQuery,
  personalKeysQuery,
  projectsQuery,
  useRenamePersonalKey,
  useRevokePersonalKey,
  useRotatePersonalKey,
} from '../../projects/queries.ts';
import { CopyButton } from '../../ui/feedback/copy-button.tsx';
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx';
import dialog from '../../ui/form/dialog.module.css';
import layout from '../../ui/layout.module.css';
import { Page } from '../../ui/page/page.tsx';
import type { Column } from '../../ui/table/data-table.tsx';
import { actionsColumn } from '../../ui/table/row-button.tsx';
import looks from '../../ui/text.module.css';
import { useFocusReturn } from '../../ui/use-focus-return.ts';
import { userName } from '../../ui/user-name.ts';
import { words } from '../words.tsx';
import { KeyTable, keyNameColumn, lastUsedColumn } from './key-table.tsx';
import { PersonalKeyForm } from './personal-key-form.tsx';
import { KeyActions } from './project-key-list.tsx';

type Asked = { what: 'rotate' | 'revoke'; key: PersonalKey };

export function PersonalKeyList() {
  const project = useProject();
  const [issued, setIssued] = useState<IssuedPersonalKey | null>(null);
  const refusal = useRefusal('write');
  return (
    <Page title={words.personalKeys.title} description={words.personalKeys.description}>
      <Keys onIssued={setIssued} />
      {refusal === undefined ? (
        <PersonalKeyForm key={project.id} onIssued={setIssued} />
      ) : (
        <p className={looks.muted}>{refusal}</p>
      )}
      {issued !== null && <IssuedKeyDialog issued={issued} onClose={() => setIssued(null)} />}
    </Page>
  );
}

function Keys({ onIssued }: { onIssued: (key: IssuedPersonalKey) => void }) {
  const query = useQuery(personalKeysQuery());
  const projects = useQuery(projectsQuery()).data ?? [];
  const [asked, setAsked] = useState<Asked | null>(null);
  const columns = useColumns(projects, setAsked);
  return (
    <>
      <KeyTable query={query} text={words.personalKeys} columns={columns} />
      {asked !== null && <Confirmation asked={asked} onIssued={onIssued} onClose={() => setAsked(null)} />}
    </>
  );
}

function useColumns(projects: Project[], ask: (asked: Asked) => void): Column<PersonalKey>[] {
  const rename = useRenamePersonalKey();
  const scope = ({ project_id: id }: PersonalKey) =>
    id === null
      ? words.personalKeys.allProjects
      : (projects.find((project) => project.id === id)?.name ?? words.projectNumber(id));
  return [
    keyNameColumn({ access: 'write', rename }),
    { header: words.key, width: '104px', cell: (key) => <span className={looks.mono}>{key.mask}</span> },
    { header: words.personalKeys.projects, width: '18%', cell: (key) => <span title={scope(key)}>{scope(key)}</span> },
    {
      header: words.personalKeys.access,
      width: '120px',
      cell: (key) => (key.access === 'read' ? words.personalKeys.read : words.personalKeys.write),
    },
    { header: words.personalKeys.user, width: '12%', priority: 2, cell: ({ user }) => userName(user) },
    lastUsedColumn('80px'),
    actionsColumn(
      '136px',
      (key) =>
        key.revoked_at === null && <KeyActions name={key.name} access="write" ask={(what) => ask({ what, key })} />,
    ),
  ];
}

type ConfirmationProps = { asked: Asked; onIssued: (key: IssuedPersonalKey) => void; onClose: () => void };

function Confirmation({ asked: { what, key }, onIssued, onClose }: ConfirmationProps) {
  const rotate = useRotatePersonalKey();
  const revoke = useRevokePersonalKey();
  const isOwn = useQuery(currentUserQuery()).data?.personal_key_id === key.id;
  const confirm = async () => {
    if (what === 'rotate') onIssued(await rotate.mutateAsync({ key, isOwn }));
    else await revoke.mutateAsync(key);
  };
  return (
    <ConfirmDialog
      title={what === 'rotate' ? words.rotateTitle(key.name) : words.revokeTitle(key.name)}
      verb={what === 'rotate' ? words.rotateKey : words.revokeKey}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{words.personalKeys.rejected(key.mask)}</p>
      {what === 'rotate' && <p>{words.personalKeys.rotated}</p>}
      <p>{words.personalKeys.browsers}</p>
      {isOwn && <p>{what === 'rotate' ? words.personalKeys.ownRotated : words.personalKeys.ownRevoked}</p>}
    </ConfirmDialog>
  );
}

/** Shows a new personal key once: the server stores only its hash. */
function IssuedKeyDialog({ issued, onClose }: { issued: IssuedPersonalKey; onClose: () => void }) {
  useFocusReturn();
  return (
    <Modal
      opened
      onClose={onClose}
      title={words.issuedKey.title(issued.name)}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <div className={layout.wideStack}>
        <div className={dialog.body}>
          <p>{words.issuedKey.shownOnce}</p>
        </div>
        <div className={dialog.secret}>
          <code>{issued.value}</code>
          <CopyButton value={issued.value} label={words.issuedKey.key} />
        </div>
        <div className={dialog.buttons}>
          <Button onClick={onClose}>{words.issuedKey.confirm}</Button>
        </div>
      </div>
    </Modal>
  );
}
