import { IconCheck, IconNote, IconX } from '@tabler/icons-react';
import { Suspense, useRef, useState } from 'react';
import type { Pin } from '#server/events/pins/pin-contract.ts';
import { useGuard } from '../../api/permissions.ts';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { Icon } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazy/lazy-part.ts';
import linkButton from '../../ui/page/link-button.module.css';
import { RelativeTime } from '../../ui/table/relative-time.tsx';
import { eventStatusTones, eventStatusWords, eventTitle } from '../reason-words.ts';
import { liveWords } from '../tail/words.ts';
import classes from './pins.module.css';
import { words } from './words.ts';

const UnpinQuestion = lazyPart(() => import('./unpin-question.tsx'), 'UnpinQuestion');
const PinNote = lazyPart(() => import('./pin-note.tsx'), 'PinNote');

type Props = {
  pins: readonly Pin[];
  selected: string | undefined;
  onSelect: (uuid: string) => void;
  onUnpin: (uuid: string) => void;
  onShowOnly: () => void;
};

/** Shows the pinned events above the list, each with its note. */
export function PinnedStrip({ pins, selected, onSelect, onUnpin, onShowOnly }: Props) {
  return (
    <div className={classes.pins}>
      <div className={classes.head}>
        <span>{words.head(pins.length)}</span>
        <button type="button" className={linkButton.link} onClick={onShowOnly}>
          {words.showOnly}
        </button>
      </div>
      <ul className={classes.list} aria-label={words.label}>
        {pins.map((pin) => (
          <Pinned
            key={pin.uuid}
            pin={pin}
            isSelected={pin.uuid === selected}
            onSelect={() => onSelect(pin.uuid)}
            onUnpin={() => onUnpin(pin.uuid)}
          />
        ))}
      </ul>
    </div>
  );
}

type PinnedProps = { pin: Pin; isSelected: boolean; onSelect: () => void; onUnpin: () => void };

function Pinned({ pin, isSelected, onSelect, onUnpin }: PinnedProps) {
  const [isEditing, setEditing] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const guard = useGuard('write');
  const note = useRef<HTMLFormElement>(null);
  const noteLabel = isEditing ? words.saveNote : pin.note === '' ? words.addNote : words.editNote;
  return (
    <li className={classes.pin} data-selected={isSelected || undefined}>
      <PinnedEvent pin={pin} onSelect={onSelect} />
      {isEditing && (
        <Suspense>
          <PinNote pin={pin} ref={note} onClose={() => setEditing(false)} />
        </Suspense>
      )}
      <button
        type="button"
        className={classes.button}
        aria-label={noteLabel}
        title={noteLabel}
        {...guard}
        onClick={() => (isEditing ? note.current?.requestSubmit() : setEditing(true))}
      >
        <Icon of={isEditing ? IconCheck : IconNote} size={13} />
      </button>
      <button
        type="button"
        className={classes.button}
        aria-label={words.unpin}
        title={words.unpin}
        {...guard}
        onClick={() => (pin.is_gone && pin.note !== '' ? setAsking(true) : onUnpin())}
      >
        <Icon of={IconX} size={12} />
      </button>
      {isAsking && (
        <Suspense>
          <UnpinQuestion title={titleOf(pin)} onUnpin={onUnpin} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </li>
  );
}

const titleOf = (pin: Pin) => eventTitle({ ...pin, count: 1 });

function PinnedEvent({ pin, onSelect }: { pin: Pin; onSelect: () => void }) {
  const content = (
    <>
      {pin.is_gone ? (
        <StatusChip tone="neutral" quiet>
          {words.gone}
        </StatusChip>
      ) : (
        <StatusChip tone={eventStatusTones[pin.status]} quiet>
          {eventStatusWords[pin.status]}
        </StatusChip>
      )}
      <b>{titleOf(pin)}</b>
      <span className={classes.person}>{pin.distinct_id ?? '–'}</span>
      {pin.note !== '' && (
        <span className={classes.note} title={pin.note}>
          {pin.note}
        </span>
      )}
      <span className={classes.time}>
        {liveWords.time.head.event} <RelativeTime date={pin.timestamp} />
      </span>
    </>
  );
  if (pin.is_gone) {
    return (
      <span className={classes.text} title={words.goneHint}>
        {content}
      </span>
    );
  }
  return (
    <button type="button" className={classes.text} onClick={onSelect}>
      {content}
    </button>
  );
}
