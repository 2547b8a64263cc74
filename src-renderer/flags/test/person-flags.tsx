import { Select, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Evaluation } from '#server/flags/evaluation/evaluation-contract.ts';
import type { Person } from '#server/persons/contract.ts';
import { useRefusal } from '../../api/permissions.ts';
import { REFRESH_MS } from '../../api/read-query.ts';
import { timelineQuery } from '../../persons/queries.ts';
import { useProject } from '../../projects/current-project.ts';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Section } from '../../ui/page/section.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { RelativeTime } from '../../ui/table/relative-time.tsx';
import looks from '../../ui/text.module.css';
import classes from '../list/flag-list.module.css';
import { PersonFlagLink } from '../person-flag-link.tsx';
import { evaluationQuery } from '../queries.ts';
import { flagReasonWords, valueWords } from '../reason-words.ts';
import { ValueMark } from '../variants/value-mark.tsx';
import { flagWords } from '../words.ts';
import { words } from './words.tsx';

const { personPage: text } = words;

/**
 * Shows the value of each flag that is on for a person, and what an app last got. A rollout depends on the distinct id: at
 * first that of the newest event, which the person's app uses now.
 */
export function PersonFlags({ person: { id, distinct_ids: distinctIds } }: { person: Person }) {
  const project = useProject();
  const [chosen, setChosen] = useState<string | null>(null);
  const newest = useInfiniteQuery(timelineQuery(project.id, id)).data?.rows[0]?.distinct_id;
  const distinctId = [chosen, newest].find((one) => distinctIds.includes(one ?? '')) ?? distinctIds[0] ?? '';
  const refusal = useRefusal('write');
  const question = distinctId === '' || refusal !== undefined ? null : { distinct_id: distinctId };
  // Without a placeholder: it would show the values of the id before as those of this one.
  const query = useQuery({
    ...evaluationQuery(project.id, question),
    refetchInterval: REFRESH_MS,
    placeholderData: () => undefined,
  });
  const active = query.data?.results.filter(({ reason }) => reason.code !== 'flag_disabled');
  return (
    <Section
      title={flagWords.flags}
      {...(active !== undefined && { count: active.length })}
      actions={
        distinctIds.length > 1 && (
          <Select
            aria-label={text.distinctId}
            data={distinctIds}
            value={distinctId}
            allowDeselect={false}
            searchable={distinctIds.length > 8}
            onChange={setChosen}
          />
        )
      }
    >
      {refusal !== undefined && <p className={looks.muted}>{refusal}</p>}
      {question !== null && active === undefined && <QueryState query={query} what={flagWords.flags} rows={3} />}
      {active !== undefined && <Values evaluations={active} distinctId={distinctId} />}
      {query.data !== undefined && <TurnedOff count={query.data.results.length - (active?.length ?? 0)} />}
    </Section>
  );
}

function Values({ evaluations, distinctId }: { evaluations: Evaluation[]; distinctId: string }) {
  if (evaluations.length === 0) {
    return (
      <p className={looks.muted}>
        {text.none} <Link to="/feature-flags">{text.show}</Link>
      </p>
    );
  }
  return (
    <DataTable
      label={text.table}
      columns={[
        { header: flagWords.flag, cell: (evaluation) => <PersonFlagLink flag={evaluation} person={distinctId} /> },
        { header: flagWords.value, width: '34%', cell: (evaluation) => <Value evaluation={evaluation} /> },
        {
          header: flagWords.lastServed,
          width: '32%',
          align: 'end',
          cell: (evaluation) => <Served evaluation={evaluation} />,
        },
      ]}
      rows={evaluations}
      rowKey={(evaluation) => evaluation.key}
    />
  );
}

function Value({ evaluation: { value, reason, bucketing } }: { evaluation: Evaluation }) {
  const variants = bucketing?.boundaries.map(({ key }) => key) ?? [];
  return (
    <span className={classes.value} title={reason.description}>
      <ValueMark value={value} variants={variants} />
      <span className={classes.why} data-warning={reason.code === 'override' || undefined}>
        {flagReasonWords[reason.code]}
      </span>
    </span>
  );
}

function Served({ evaluation: { served, value } }: { evaluation: Evaluation }) {
  if (served === null) {
    return (
      <span className={looks.muted} title={words.answer.neverServed}>
        {flagWords.none} <VisuallyHidden>{words.answer.neverServed}</VisuallyHidden>
      </span>
    );
  }
  if (served.value === value) return <RelativeTime date={served.at} />;
  return (
    <span className={classes.differs} title={text.otherServed}>
      <Icon of={IconAlertTriangle} /> {valueWords(served.value)}, <RelativeTime date={served.at} />
    </span>
  );
}

function TurnedOff({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p className={looks.muted}>
      {text.turnedOff(count)}{' '}
      <Link to="/feature-flags" search={{ active: false }}>
        {text.showOff}
      </Link>
    </p>
  );
}
