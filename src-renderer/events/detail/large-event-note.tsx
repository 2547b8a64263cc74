import { Button } from '@mantine/core';
import type { EventDetail } from '#server/events/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { useWholeEvent } from '../queries.ts';
import { words } from './words.ts';

/** Most keys to name; there can be hundreds. */
const MAX_NAMED = 3;

/** Says what is cut of a large event, and loads all of it on demand. */
export function LargeEventNote({ event }: { event: EventDetail }) {
  const project = useProject();
  const whole = useWholeEvent(project.id, event.uuid);
  const { truncated } = event;
  if (truncated === undefined) return null;
  return (
    <Notice tone="neutral">
      <p>
        {words.large.size(truncated.size)} {cutWords(truncated)}
      </p>
      <Button size="compact-sm" variant="default" loading={whole.isPending} onClick={() => whole.mutate()}>
        {words.large.load(truncated.size)}
      </Button>
      {whole.error !== null && <ErrorNote what={words.large.verb} error={whole.error} />}
    </Notice>
  );
}

function cutWords({ values, omitted }: NonNullable<EventDetail['truncated']>): string {
  const cut = Object.entries(values);
  const named = cut.slice(0, MAX_NAMED);
  const sentences = cut.length === 0 ? [] : [words.large.cut(named, cut.length - named.length)];
  if (omitted > 0) sentences.push(words.large.omitted(omitted));
  return sentences.join(' ');
}
