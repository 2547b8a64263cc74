import { Button } from '@mantine/core';
import type { EventDetail } from '#server/events/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { formatBytes, formatCount } from '../../ui/format.ts';
import { useWholeEvent } from '../queries.ts';

/** Keys that the sentence names; there can be hundreds. */
const MOST_NAMED = 3;

/** Says what is cut of a large event, and loads all of it when asked. */
export function LargeEventNote({ event }: { event: EventDetail }) {
  const project = useProject();
  const whole = useWholeEvent(project.id, event.uuid);
  const { truncated } = event;
  if (truncated === undefined) return null;
  const size = formatBytes(truncated.size);
  return (
    <Notice tone="neutral">
      <p>
        The properties of this event take {size}. {cutWords(truncated)}
      </p>
      <Button size="compact-sm" variant="default" loading={whole.isPending} onClick={() => whole.mutate()}>
        Load all {size}
      </Button>
      {whole.error !== null && <ErrorNote what="load the event" error={whole.error} />}
    </Notice>
  );
}

function cutWords({ values, omitted }: NonNullable<EventDetail['truncated']>): string {
  const cut = Object.entries(values);
  const named = cut.slice(0, MOST_NAMED).map(([key, size]) => `${key} (${formatBytes(size)})`);
  const rest = cut.length > named.length ? ` and ${cut.length - named.length} more` : '';
  const words = cut.length === 0 ? [] : [`Cut here: ${named.join(', ')}${rest}.`];
  if (omitted > 0) words.push(`Left out here: ${formatCount(omitted)} ${omitted === 1 ? 'property' : 'properties'}.`);
  return words.join(' ');
}
