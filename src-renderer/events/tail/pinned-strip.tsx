import { useLocalStorage } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { ApiFailure } from '../../api/errors.ts';
import { useProject } from '../../projects/current-project.ts';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { Icon } from '../../ui/icon.tsx';
import { RelativeTime } from '../../ui/table/relative-time.tsx';
import { eventDetailQuery } from '../queries.ts';
import { eventTitle, reasonWords, statusTones, statusWords } from '../reason-words.ts';
import classes from './live.module.css';
import { words } from './words.ts';

const MOST = 5;
const uuids = z.array(z.uuid()).catch([]);

/** The pinned events of this project, newest pin first, kept in this browser; a sixth pin lets the oldest go. */
export function usePins() {
  const project = useProject();
  const [stored, store] = useLocalStorage<unknown>({
    key: `benchtop-live-pins-${project.id}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  const pins = uuids.parse(stored);
  const toggle = (uuid: string) =>
    store(pins.includes(uuid) ? pins.filter((pin) => pin !== uuid) : [uuid, ...pins].slice(0, MOST));
  return { pins, toggle };
}

type Props = {
  pins: string[];
  selected: string | undefined;
  onSelect: (uuid: string) => void;
  onUnpin: (uuid: string) => void;
};

export function PinnedStrip({ pins, selected, onSelect, onUnpin }: Props) {
  if (pins.length === 0) return null;
  return (
    <ul className={classes.pins} aria-label={words.pins.label}>
      {pins.map((uuid) => (
        <li key={uuid} className={classes.pin} data-selected={uuid === selected || undefined}>
          <Pinned uuid={uuid} onSelect={onSelect} />
          <button
            type="button"
            className={classes.unpin}
            aria-label={words.pins.unpin}
            title={words.pins.unpin}
            onClick={() => onUnpin(uuid)}
          >
            <Icon of={IconX} size={12} />
          </button>
        </li>
      ))}
    </ul>
  );
}

function Pinned({ uuid, onSelect }: { uuid: string; onSelect: (uuid: string) => void }) {
  const project = useProject();
  const { data, error } = useQuery(eventDetailQuery(project.id, uuid));
  if (data === undefined) {
    const isGone = error instanceof ApiFailure && error.status === 404;
    return (
      <span className={classes.pinText}>
        {isGone ? words.pins.gone : error === null ? words.pins.loading : words.pins.failed}
      </span>
    );
  }
  return (
    <button type="button" className={classes.pinText} onClick={() => onSelect(uuid)}>
      <StatusChip tone={statusTones[data.status]} quiet>
        {statusWords[data.status]}
      </StatusChip>
      <b>{eventTitle(data)}</b>
      <span className={classes.pinPerson}>{data.distinct_id ?? '–'}</span>
      {data.reason !== null && <span>{reasonWords(data.reason)}</span>}
      <RelativeTime date={data.received_at} className={classes.pinTime} />
    </button>
  );
}
