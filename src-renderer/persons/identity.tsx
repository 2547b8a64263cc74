import type { Person } from '#server/persons/contract.ts';
import { StatusChip } from '../ui/feedback/status-chip.tsx';

export function Identity({ person }: { person: Pick<Person, 'is_identified'> }) {
  return (
    <StatusChip tone={person.is_identified ? 'ok' : 'neutral'} quiet>
      {person.is_identified ? 'Identified' : 'Anonymous'}
    </StatusChip>
  );
}
