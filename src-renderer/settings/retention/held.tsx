import { Link } from '@tanstack/react-router';
import type { RetentionHold } from '#server/events/retention/retention-contract.ts';
import { retentionWords } from '../../events/retention/words.tsx';

/** Says why events older than the days stay. */
export function Held({ hold }: { hold: RetentionHold }) {
  if (hold.reason === 'sending') return <p>{retentionWords.held.sending}</p>;
  const link = (
    <Link to="/experiments/$experimentId" params={{ experimentId: hold.id }}>
      {hold.name}
    </Link>
  );
  return <p>{retentionWords.held.experiment(link, hold.since)}</p>;
}
