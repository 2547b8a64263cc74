import { Button } from '@mantine/core';
import { useState } from 'react';
import { isJsonObject } from '#server/core/contract.ts';
import type { EventDetail } from '#server/events/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { CancelButton } from '../../ui/form/leave-guard.tsx';
import { JsonEditor } from '../../ui/json/json-editor.tsx';
import { readJson } from '../../ui/json/json-error.ts';
import layout from '../../ui/layout.module.css';
import looks from '../../ui/text.module.css';
import { liveWords } from '../tail/words.ts';
import classes from './event-detail.module.css';
import { type Outgoing, resendable } from './outgoing.ts';
import { pretty } from './pretty.ts';
import type { Drafts, Resend } from './use-resend.ts';
import { words } from './words.ts';

/** Most characters to open the editor with: it parses the whole text at each key press. */
const MAX_EDITED_LENGTH = 1_000_000;

type Props = { event: EventDetail; resend: Resend; drafts: Drafts; onClose: () => void };

/** Edits the request that sends the event again. */
export function EditResend({ event, resend, drafts, onClose }: Props) {
  const project = useProject();
  const [first] = useState(() => resendable(event, project.api_key ?? '', crypto.randomUUID()));
  const draft = drafts.get(event.uuid);
  const [unchanged] = useState(() => draft?.unchanged ?? ('missing' in first ? '' : pretty(first.body)));
  const [text, setText] = useState(draft?.text ?? unchanged);
  const [size] = useState(text.length);
  if ('missing' in first) return <p className={classes.panel}>{first.missing}</p>;
  if (size > MAX_EDITED_LENGTH)
    return <p className={classes.panel}>{words.actions.tooLarge(size, MAX_EDITED_LENGTH)}</p>;
  const read = readJson(text);
  const problem = 'problem' in read ? read.problem : null;
  const change = (next: string) => {
    setText(next);
    if (next === unchanged) drafts.delete(event.uuid);
    else drafts.set(event.uuid, { unchanged, text: next });
  };
  const close = () => {
    drafts.delete(event.uuid);
    onClose();
  };
  const send = () => {
    if (!('value' in read) || resend.isPending) return;
    const only = onlyEvent(read.value);
    resend.mutate({ outgoing: { ...first, body: text, only }, from: event.uuid }, { onSuccess: close });
  };
  return (
    <section className={classes.editor} aria-label={words.actions.editAndResend}>
      <p className={looks.note}>
        {first.method} <code>{first.path}</code>
        {words.actions.postHint} {first.lacks !== null && `${first.lacks} ${words.actions.lacksHint}`}
      </p>
      <JsonEditor label={words.actions.json} value={text} problem={problem} onChange={change} onSubmit={send} />
      <div className={layout.line}>
        <Button disabled={problem !== null} loading={resend.isPending} onClick={send}>
          {words.actions.send}
        </Button>
        <CancelButton isDirty={text !== unchanged} what={liveWords.list.unsaved} onCancel={close} />
        <span className={looks.muted}>{words.actions.sendKey}</span>
      </div>
    </section>
  );
}

/** Returns null for a batch. */
function onlyEvent(body: unknown): Outgoing['only'] {
  if (!isJsonObject(body) || 'batch' in body) return null;
  return { uuid: textOf(body.uuid), event: textOf(body.event) };
}

const textOf = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value : null);
