import type { Person } from '#server/persons/contract.ts';
import { StatusChip } from '../ui/feedback/status-chip.tsx';
import { words } from './words.tsx';

export function Identity({ person }: { person: Pick<Person, 'is_identified'> }) {
  return (
    <StatusChip tone={person.is_identified ? 'ok' : 'neutral'} quiet>
      {person.is_identified ? words.identified : words.anonymous}
    </StatusChip>
  );
}
