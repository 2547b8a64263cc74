import { useQuery } from '@tanstack/react-query';
import { useProject } from '../../projects/current-project.ts';
import looks from '../../ui/text.module.css';
import { retentionQuery } from './queries.ts';
import { retentionWords } from './words.tsx';

/** Says beside a count that old events were deleted, if some were. */
export function DeletedNote() {
  const before = useQuery(retentionQuery(useProject().id)).data?.deleted_before;
  return before ? <p className={looks.note}>{retentionWords.notCounted(before)}</p> : null;
}
