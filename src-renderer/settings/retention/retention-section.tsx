import { useQuery } from '@tanstack/react-query';
import type { Retention } from '#server/events/retention/retention-contract.ts';
import { useRefusal } from '../../api/permissions.ts';
import { retentionQuery } from '../../events/retention/queries.ts';
import { retentionWords } from '../../events/retention/words.tsx';
import { useProject } from '../../projects/current-project.ts';
import { Loaded } from '../../ui/feedback/query-state.tsx';
import { Section } from '../../ui/page/section.tsx';
import looks from '../../ui/text.module.css';
import { Held } from './held.tsx';
import { RetentionForm } from './retention-form.tsx';

const watchMs = 2000;

/** Edits how long the events of the project are kept. */
export function RetentionSection() {
  const project = useProject();
  const query = useQuery({ ...retentionQuery(project.id), refetchInterval: watchMs });
  const refusal = useRefusal('administer');
  return (
    <Section title={retentionWords.title(project.name)}>
      <Loaded query={query} what={retentionWords.what} rows={2}>
        {(retention) => (
          <>
            <State retention={retention} />
            <p className={looks.muted}>
              {retentionWords.kept(retention.keep_days, retention.held_by !== null)} {refusal}
            </p>
            {refusal === undefined && <RetentionForm key={project.id} keepDays={retention.keep_days} />}
            <p className={looks.note}>{retentionWords.rules}</p>
          </>
        )}
      </Loaded>
    </Section>
  );
}

function State({ retention }: { retention: Retention }) {
  const { deleted_before: before, is_deleting: isDeleting, held_by: hold } = retention;
  return (
    <>
      {before !== null && (
        <p role="status">{isDeleting ? retentionWords.isDeleting(before) : retentionWords.deleted(before)}</p>
      )}
      {hold !== null && <Held hold={hold} />}
    </>
  );
}
