import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Permission } from '#server/core/contract.ts';
import type { ProjectKey } from '#server/projects/contract.ts';
import { useGuard, useRefusal } from '../../api/permissions.ts';
import { useProject } from '../../projects/current-project.ts';
import {
  projectKeysQuery,
  useIssueProjectKey,
  useRenameProjectKey,
  useRevokeProjectKey,
  useRotateProjectKey,
} from '../../projects/queries.ts';
import { Copyable } from '../../ui/feedback/copy-button.tsx';
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx';
import { Page } from '../../ui/page/page.tsx';
import type { Column } from '../../ui/table/data-table.tsx';
import { actionsColumn, RowButton } from '../../ui/table/row-button.tsx';
import looks from '../../ui/text.module.css';
import classes from '../lists.module.css';
import { NameForm } from '../name-form.tsx';
import { words } from '../words.tsx';
import { KeyTable, keyNameColumn, lastUsedColumn } from './key-table.tsx';

type Asked = { what: 'rotate' | 'revoke'; key: ProjectKey };

export function ProjectKeyList() {
  const project = useProject();
  const issue = useIssueProjectKey(project.id);
  const refusal = useRefusal('edit_definitions');
  return (
    <Page title={words.projectKeys.title} description={words.projectKeys.description(project.name)}>
      <Keys />
      {refusal === undefined ? (
        <NameForm
          label={words.projectKeys.newKey}
          placeholder={words.projectKeys.placeholder}
          verb={words.issueKey}
          onSubmit={(name) => issue.mutateAsync(name)}
        />
      ) : (
        <p className={looks.muted}>{refusal}</p>
      )}
    </Page>
  );
}

function Keys() {
  const project = useProject();
  const query = useQuery(projectKeysQuery(project.id));
  const [asked, setAsked] = useState<Asked | null>(null);
  const columns = useColumns(setAsked);
  return (
    <>
      <KeyTable query={query} text={words.projectKeys} columns={columns} />
      {asked !== null && <Confirmation asked={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

function useColumns(ask: (asked: Asked) => void): Column<ProjectKey>[] {
  const project = useProject();
  const rename = useRenameProjectKey(project.id);
  return [
    keyNameColumn({ rename }),
    {
      header: words.key,
      width: '38%',
      cell: ({ value, name }) => <Copyable value={value} label={words.projectKeys.keyOf(name)} />,
    },
    lastUsedColumn('88px'),
    actionsColumn(
      '144px',
      (key) =>
        key.revoked_at === null && (
          <KeyActions name={key.name} access="edit_definitions" ask={(what) => ask({ what, key })} />
        ),
    ),
  ];
}

type ActionsProps = { name: string; access: Permission; ask: (what: Asked['what']) => void };

export function KeyActions({ name, access, ask }: ActionsProps) {
  const guard = useGuard(access);
  return (
    <span className={classes.actions}>
      <RowButton {...guard} aria-label={words.rotate(name)} onClick={() => ask('rotate')}>
        {words.rotateVerb}
      </RowButton>
      <RowButton {...guard} aria-label={words.revoke(name)} onClick={() => ask('revoke')}>
        {words.revokeVerb}
      </RowButton>
    </span>
  );
}

function Confirmation({ asked: { what, key }, onClose }: { asked: Asked; onClose: () => void }) {
  const project = useProject();
  const rotate = useRotateProjectKey(project.id);
  const revoke = useRevokeProjectKey(project.id);
  const action = what === 'rotate' ? rotate : revoke;
  return (
    <ConfirmDialog
      title={what === 'rotate' ? words.rotateTitle(key.name) : words.revokeTitle(key.name)}
      verb={what === 'rotate' ? words.rotateKey : words.revokeKey}
      onConfirm={() => action.mutateAsync(key)}
      onClose={onClose}
    >
      <p>{words.projectKeys.rejected(key.value.slice(0, 12))}</p>
      {what === 'rotate' && <p>{words.projectKeys.rotated}</p>}
    </ConfirmDialog>
  );
}
