import { Select } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Evaluation } from '#server/flags/evaluation/evaluation-contract.ts';
import type { Person } from '#server/persons/contract.ts';
import { useRefusal } from '../../api/permissions.ts';
import { timelineQuery } from '../../persons/queries.ts';
import { useProject } from '../../projects/current-project.ts';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Section } from '../../ui/page/section.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { RelativeTime } from '../../ui/table/relative-time.tsx';
import classes from '../list/flag-list.module.css';
import { evaluationQuery } from '../queries.ts';
import { reasonWords, valueWords } from '../reasons.ts';
import { ValueMark } from '../variants/value-mark.tsx';

const REFRESH_MS = 5_000;

/**
 * What each flag that is turned on is for a person, and what an app last got. A rollout goes by distinct id, so one is
 * chosen: at first that of the newest event, which is what the person's app asks with now.
 */
export function PersonFlags({ person: { id, distinct_ids: distinctIds } }: { person: Person }) {
  const project = useProject();
  const [chosen, setChosen] = useState<string | null>(null);
  const newest = useInfiniteQuery(timelineQuery(project.id, id)).data?.pages[0]?.results[0]?.distinct_id;
  const distinctId = [chosen, newest].find((one) => distinctIds.includes(one ?? '')) ?? distinctIds[0] ?? '';
  const refusal = useRefusal('write');
  const question = distinctId === '' || refusal !== undefined ? null : { distinct_id: distinctId };
  const query = useQuery({ ...evaluationQuery(project.id, question), refetchInterval: REFRESH_MS });
  const active = query.data?.results.filter(({ reason }) => reason.code !== 'flag_disabled');
  return (
    <Section
      title="Flags"
      {...(active !== undefined && { count: active.length })}
      actions={
        distinctIds.length > 1 && (
          <Select
            size="xs"
            aria-label="Flags for the distinct id"
            data={distinctIds}
            value={distinctId}
            allowDeselect={false}
            searchable={distinctIds.length > 8}
            onChange={setChosen}
          />
        )
      }
    >
      {refusal !== undefined && <p className={classes.dim}>{refusal}</p>}
      {question !== null && active === undefined && <QueryState query={query} what="Flags" rows={3} />}
      {active !== undefined && <Values evaluations={active} distinctId={distinctId} />}
      {query.data !== undefined && <TurnedOff count={query.data.results.length - (active?.length ?? 0)} />}
    </Section>
  );
}

function Values({ evaluations, distinctId }: { evaluations: Evaluation[]; distinctId: string }) {
  if (evaluations.length === 0) {
    return (
      <p className={classes.dim}>
        No flag is turned on. <Link to="/feature-flags">Show flags</Link>
      </p>
    );
  }
  return (
    <DataTable
      label="Flags of the person"
      columns={[
        { header: 'Flag', cell: (evaluation) => <FlagLink evaluation={evaluation} person={distinctId} /> },
        { header: 'Value', width: '34%', cell: (evaluation) => <Value evaluation={evaluation} /> },
        { header: 'Last served', width: '32%', align: 'end', cell: (evaluation) => <Served evaluation={evaluation} /> },
      ]}
      rows={evaluations}
      rowKey={(evaluation) => evaluation.key}
    />
  );
}

/** Opens the flag with this person in its test panel, where the whole why is. */
function FlagLink({ evaluation: { id, key }, person }: { evaluation: Evaluation; person: string }) {
  if (id === null) return <span className={classes.key}>{key}</span>;
  return (
    <Link to="/feature-flags/$flagId" params={{ flagId: id }} search={{ person }} className={classes.key} title={key}>
      {key}
    </Link>
  );
}

function Value({ evaluation: { value, reason, bucketing } }: { evaluation: Evaluation }) {
  const variants = bucketing?.boundaries.map(({ key }) => key) ?? [];
  return (
    <span className={classes.value} title={reason.description}>
      <ValueMark value={value} variants={variants} />
      <span className={classes.why} data-warning={reason.code === 'override' || undefined}>
        {reasonWords[reason.code]}
      </span>
    </span>
  );
}

function Served({ evaluation: { served, value } }: { evaluation: Evaluation }) {
  if (served === null) return <span className={classes.dim}>never</span>;
  if (served.value === value) return <RelativeTime date={served.at} />;
  return (
    <span className={classes.differs} title="An app got another value than it would get now">
      <Icon of={IconAlertTriangle} /> {valueWords(served.value)}, <RelativeTime date={served.at} />
    </span>
  );
}

function TurnedOff({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p className={classes.dim}>
      {count === 1 ? 'One more flag is' : `${count} more flags are`} turned off, for everybody.{' '}
      <Link to="/feature-flags" search={{ active: false }}>
        Show
      </Link>
    </p>
  );
}
