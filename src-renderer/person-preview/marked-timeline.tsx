import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import type { PersonPreview } from '#server/person-preview/contract.ts';
import { valueWords } from '../flags/reason-words.ts';
import { PersonTimeline } from '../persons/person-timeline.tsx';
import { useProject } from '../projects/current-project.ts';
import classes from './preview.module.css';
import { noWhatIf } from './preview-search.ts';
import { personPreviewQuery } from './queries.ts';
import { words } from './words.tsx';

/** It reads what all exposures of the project are; a timeline needs it less often than the preview. */
const MARKS_REFRESH_MS = 30_000;

/** Shows the events of a person, with marks where a flag's reported value changed and where an experiment began to count. */
export function MarkedTimeline({ personId }: { personId: number }) {
  const query = personPreviewQuery(useProject().id, personId, noWhatIf);
  const { data } = useQuery({ ...query, refetchInterval: MARKS_REFRESH_MS });
  const marks = useMemo(() => (data === undefined ? new Map<string, ReactNode>() : marksOf(data)), [data]);
  return <PersonTimeline personId={personId} marks={marks} />;
}

function marksOf({ reported_changes: changes, experiments }: PersonPreview): ReadonlyMap<string, ReactNode> {
  const marks = new Map<string, ReactNode[]>();
  const add = (event: string, mark: ReactNode) => marks.set(event, [...(marks.get(event) ?? []), mark]);
  for (const { event, flag_key: flag, before, after } of changes) {
    const text = words.marks.reported(flag, before === null ? null : valueWords(before), valueWords(after));
    add(
      event,
      <span key={flag} className={classes.mark} data-first={before === null || undefined} title={text}>
        {text}
      </span>,
    );
  }
  for (const { id, name, exposure } of experiments) {
    if (exposure === null || exposure.event === null || exposure.variant === null) continue;
    const text = words.marks.exposed(name, exposure.variant);
    add(
      exposure.event,
      <Link
        key={id}
        to="/experiments/$experimentId"
        params={{ experimentId: id }}
        className={classes.mark}
        title={text}
      >
        {text}
      </Link>,
    );
  }
  return marks;
}
