import { Button, Menu } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import {
  IconCheck,
  IconChecklist,
  IconCopy,
  IconHighlight,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconSend,
  IconTargetArrow,
} from '@tabler/icons-react';
import type { Ref } from 'react';
import type { EventDetail } from '#server/events/contract.ts';
import { useGuard } from '../../api/permissions.ts';
import { serverOrigin, useServerStatus } from '../../api/status.ts';
import { useProject } from '../../projects/current-project.ts';
import { CreateButton } from '../../ui/create-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { uiWords } from '../../ui/words.ts';
import { asCurl, asFetch } from './copy-as.ts';
import classes from './event-detail.module.css';
import { type Outgoing, resendable } from './outgoing.ts';
import type { Resend } from './use-resend.ts';
import { words } from './words.ts';

type Props = {
  event: EventDetail;
  /** Another event is selected and loads. */
  isBusy: boolean;
  marked: string | undefined;
  isPinned: boolean;
  isEditing: boolean;
  editRef: Ref<HTMLButtonElement>;
  resend: Resend;
  onEdit: () => void;
  onMark: () => void;
  onPin: () => void;
};

const { createAction, createActionHint, expect, expectHint } = words.actions;
/** What can be made from an accepted event. */
const creations = [
  { to: '/actions/new', icon: IconTargetArrow, title: createActionHint, verb: createAction },
  { to: '/test-runs/expectations/new', icon: IconChecklist, title: expectHint, verb: expect },
] as const;

export function DetailActions({ event, isBusy, marked, isPinned, isEditing, editRef, resend, ...on }: Props) {
  const project = useProject();
  const outgoing = resendable(event, project.api_key ?? '', crypto.randomUUID());
  const missing = 'missing' in outgoing ? outgoing.missing : undefined;
  const lacks = 'missing' in outgoing ? outgoing.missing : outgoing.lacks;
  const same = 'missing' in outgoing || outgoing.lacks !== null ? null : outgoing;
  const hint = event.status === 'rejected' ? words.actions.resendRequestHint : words.actions.resendHint;
  const isMarked = marked === event.uuid;
  return (
    <div className={classes.actions} role="toolbar" aria-label={words.actions.label} aria-disabled={isBusy}>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<Icon of={IconSend} />}
        disabled={same === null}
        title={lacks ?? hint}
        loading={resend.isPending}
        onClick={() => same && resend.mutate({ outgoing: same, from: event.uuid })}
      >
        {words.actions.resend}
      </Button>
      <Button
        ref={editRef}
        size="compact-sm"
        variant="default"
        aria-pressed={isEditing}
        leftSection={<Icon of={IconPencil} />}
        disabled={missing !== undefined}
        title={missing}
        onClick={on.onEdit}
      >
        {words.actions.editAndResend}
      </Button>
      <CopyMenu event={event} outgoing={same} />
      <Button
        size="compact-sm"
        variant={isPinned ? 'light' : 'default'}
        aria-pressed={isPinned}
        leftSection={isPinned ? <Icon of={IconPinnedOff} /> : <Icon of={IconPin} />}
        title={words.actions.pinHint}
        {...useGuard('write')}
        onClick={on.onPin}
      >
        {isPinned ? words.actions.unpin : words.actions.pin}
      </Button>
      <Button
        size="compact-sm"
        variant={isMarked ? 'light' : 'default'}
        aria-pressed={isMarked}
        leftSection={<Icon of={IconHighlight} />}
        title={words.actions.markHint}
        onClick={on.onMark}
      >
        {isMarked ? words.actions.unmark : words.actions.mark}
      </Button>
      {event.status === 'accepted' &&
        creations.map(({ to, icon, title, verb }) => (
          <CreateButton
            key={to}
            size="compact-sm"
            variant="default"
            leftSection={<Icon of={icon} />}
            title={title}
            to={to}
            search={{ event: event.uuid }}
          >
            {verb}
          </CreateButton>
        ))}
    </div>
  );
}

function CopyMenu({ event, outgoing }: { event: EventDetail; outgoing: Outgoing | null }) {
  const project = useProject();
  const { status } = useServerStatus(project.id);
  const clipboard = useClipboard({ timeout: 1500 });
  const origin = serverOrigin(status);
  const { request: _request, pipeline: _pipeline, ...plain } = event;
  return (
    <Menu>
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={clipboard.copied ? <Icon of={IconCheck} /> : <Icon of={IconCopy} />}
        >
          {clipboard.copied ? uiWords.copied : words.actions.copy}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item disabled={outgoing === null} onClick={() => outgoing && clipboard.copy(asCurl(outgoing, origin))}>
          {words.actions.asCurl}
        </Menu.Item>
        <Menu.Item disabled={outgoing === null} onClick={() => outgoing && clipboard.copy(asFetch(outgoing, origin))}>
          {words.actions.asFetch}
        </Menu.Item>
        <Menu.Item
          disabled={event.truncated !== undefined}
          onClick={() => clipboard.copy(JSON.stringify(plain, null, 2))}
        >
          {words.actions.asJson}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => clipboard.copy(event.uuid)}>{words.actions.uuid}</Menu.Item>
        <Menu.Item onClick={() => clipboard.copy(location.href)}>{words.actions.link}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
