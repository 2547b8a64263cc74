import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { EventDetail } from '#server/events/contract.ts';
import { explainError } from '../../api/errors.ts';
import { useProject } from '../../projects/current-project.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { SkeletonRows } from '../../ui/table/skeleton-rows.tsx';
import { eventDetailQuery } from '../queries.ts';
import { earlyWords } from './early-words.ts';

type Props = {
  uuid: string;
  text: { notAccepted: string; notFromEvent: (why: string) => string };
  /** What is made from the event; null, with the reason, if that cannot be done. */
  children: (event: Accepted | null, problem?: ReactNode) => ReactNode;
};
type Accepted = EventDetail & { event: string };

/** Loads the stored event that something is made from. */
export function FromEvent({ uuid, text, children }: Props) {
  const { data, error, isPending } = useQuery(eventDetailQuery(useProject().id, uuid));
  if (isPending) return <SkeletonRows label={earlyWords.loading} />;
  const name = data?.status === 'accepted' ? data.event : null;
  if (data !== undefined && name !== null) return children({ ...data, event: name });
  const why = data === undefined ? explainError(error).message : text.notAccepted;
  const problem = (
    <Notice tone="warning" role="status">
      {text.notFromEvent(why)}
    </Notice>
  );
  return children(null, problem);
}
