import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { PersonPreview, WhatIfActions } from '#server/person-preview/contract.ts';
import type { PersonDetail } from '#server/persons/contract.ts';
import { useProject } from '../projects/current-project.ts';
import { Notice } from '../ui/feedback/notice.tsx';
import { QueryState } from '../ui/feedback/query-state.tsx';
import { formatCount } from '../ui/format.ts';
import { Section } from '../ui/page/section.tsx';
import { type Column, DataTable } from '../ui/table/data-table.tsx';
import { ActionName } from './action-name.tsx';
import { GroupFields } from './group-fields.tsx';
import classes from './preview.module.css';
import { noWhatIf, type WhatIf } from './preview-search.ts';
import { PreviewedActions } from './previewed-actions.tsx';
import { PreviewedExperiments } from './previewed-experiments.tsx';
import { PreviewedFlags } from './previewed-flags.tsx';
import { personPreviewQuery } from './queries.ts';
import { WhatIfEditor } from './what-if-editor.tsx';
import { words } from './words.tsx';

const route = getRouteApi('/persons/$personId');

/** Shows what a person gets from flags, experiments and actions, also with other properties. */
export function PreviewTab({ person }: { person: PersonDetail }) {
  const { id, set = noWhatIf.set, unset = noWhatIf.unset, groups } = route.useSearch();
  const navigate = route.useNavigate();
  const whatIf = { set, unset };
  const query = useQuery(personPreviewQuery(useProject().id, person.id, { ...whatIf, id, groups }));
  const change = ({ set: nextSet, unset: nextUnset }: WhatIf) =>
    void navigate({
      search: (previous) => ({
        ...previous,
        set: Object.keys(nextSet).length === 0 ? undefined : nextSet,
        unset: nextUnset.length === 0 ? undefined : nextUnset,
      }),
      resetScroll: false,
    });
  const choose = (distinctId: string | null) =>
    void navigate({
      search: (previous) => ({ ...previous, id: distinctId ?? undefined }),
      resetScroll: false,
    });
  const chooseGroups = (chosen: Record<string, string> | undefined) =>
    void navigate({ search: (previous) => ({ ...previous, groups: chosen }), resetScroll: false });
  return (
    <div className={classes.columns}>
      <div className={classes.side}>
        <Subject ids={person.distinct_ids} current={id ?? query.data?.distinct_id ?? null} onChoose={choose} />
        <GroupFields key={id} chosen={groups} groups={query.data?.groups} onChoose={chooseGroups} />
        <WhatIfEditor stored={person.properties} whatIf={whatIf} preview={query.data} onChange={change} />
      </div>
      {query.data === undefined ? (
        <QueryState query={query} what={words.what} />
      ) : (
        <div className={classes.side} aria-busy={query.isPlaceholderData}>
          <Answer preview={query.data} />
        </div>
      )}
    </div>
  );
}

type SubjectProps = { ids: string[]; current: string | null; onChoose: (id: string | null) => void };

function Subject({ ids, current, onChoose }: SubjectProps) {
  return (
    <Section title={words.subject.title}>
      <Select
        label={words.subject.distinctId}
        description={ids.length > 1 ? words.subject.hint : null}
        data={ids}
        value={current}
        allowDeselect={false}
        searchable={ids.length > 8}
        limit={100}
        onChange={onChoose}
      />
    </Section>
  );
}

function Answer({ preview }: { preview: PersonPreview }) {
  return (
    <>
      {preview.has_errors && <Notice tone="warning">{words.flags.errors}</Notice>}
      <PreviewedFlags flags={preview.flags} distinctId={preview.distinct_id} />
      <PreviewedExperiments preview={preview} />
      <PreviewedActions preview={preview} />
      {preview.what_if_actions !== null && <WhatIfMatches tried={preview.what_if_actions} />}
    </>
  );
}

const { whatIfActions: text } = words;
type WhatIfAction = WhatIfActions['actions'][number];

const columns: Column<WhatIfAction>[] = [
  { header: words.actions.name, cell: (action) => <ActionName action={action} /> },
  { header: text.before, width: '96px', align: 'end', cell: ({ before }) => formatCount(before) },
  { header: text.after, width: '96px', align: 'end', cell: ({ after }) => formatCount(after) },
];

/** Shows actions with conditions on the person, matched again with other properties. */
function WhatIfMatches({ tried: { actions, events, is_complete: isComplete } }: { tried: WhatIfActions }) {
  return (
    <Section title={text.title} count={actions.length}>
      {actions.length === 0 ? (
        <p className={classes.hint}>{text.none}</p>
      ) : (
        <>
          <DataTable label={text.table} columns={columns} rows={actions} rowKey={({ id }) => id} />
          <p className={classes.hint}>{isComplete ? text.ofAll(events) : text.ofNewest(events)}</p>
        </>
      )}
    </Section>
  );
}
