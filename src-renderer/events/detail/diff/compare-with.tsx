import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { EventDetail } from '#server/events/contract.ts';
import type { Pin } from '#server/events/pins/pin-contract.ts';
import { useProject } from '../../../projects/current-project.ts';
import { exactTime } from '../../../ui/format.ts';
import { pinsQuery } from '../../pins/queries.ts';
import { eventTitle } from '../../reason-words.ts';
import { words } from './words.ts';

type Props = {
  event: EventDetail;
  marked: string | undefined;
  value: string;
  onChange: (value: string) => void;
};

/** Chooses the event that is compared with: an earlier one, the marked one, or a pinned one. */
export function CompareWith({ event, marked, value, onChange }: Props) {
  const { data } = useQuery(pinsQuery(useProject().id));
  const pins = (data?.results ?? [])
    .filter((pin) => pin.status === 'accepted' && !pin.is_gone && pin.uuid !== event.uuid)
    .map((pin) => ({ value: pin.uuid, label: labelOf(pin) }));
  const earlier = [
    { value: 'previous', label: words.previous },
    { value: 'previous_in_test_run', label: words.previousInRun(event.test_run) },
  ];
  const isMarked = marked !== undefined && marked !== event.uuid;
  const listed = [...earlier, ...pins, ...(isMarked ? [{ value: marked, label: words.marked }] : [])];
  const others = [
    ...(isMarked && !pins.some((pin) => pin.value === marked) ? [{ value: marked, label: words.marked }] : []),
    ...(listed.some((one) => one.value === value) ? [] : [{ value, label: words.other(value) }]),
  ];
  const groups = [
    { group: words.earlier, items: earlier },
    { group: words.pinned, items: pins },
    { group: words.others, items: others },
  ];
  return (
    <NativeSelect
      size="xs"
      label={words.with}
      data={groups.filter(({ items }) => items.length > 0)}
      value={value}
      onChange={(change) => onChange(change.currentTarget.value)}
    />
  );
}

const labelOf = (pin: Pin) =>
  words.pin(eventTitle({ ...pin, count: 1 }), pin.note, exactTime(new Date(pin.timestamp)).slice(0, 19));
