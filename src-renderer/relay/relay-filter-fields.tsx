import { Switch, TagsInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PropertyRow } from '../actions/editor/action-form.ts';
import { useRefusal } from '../api/permissions.ts';
import { AddFilterButtons } from '../experiments/setup/metrics/add-filter-buttons.tsx';
import { MetricFilters } from '../experiments/setup/metrics/metric-filters.tsx';
import { useProject } from '../projects/current-project.ts';
import { ErrorNote } from '../ui/feedback/error-note.tsx';
import { useField } from '../ui/form/field-errors.ts';
import { useSettled } from '../ui/form/use-settled.ts';
import layout from '../ui/layout.module.css';
import looks from '../ui/text.module.css';
import { relayPreviewQuery } from './queries.ts';
import classes from './relay.module.css';
import { filterOf, type RelayDraft } from './relay-draft.ts';
import { relayWords } from './words.ts';

const { filter: text } = relayWords;

type Props = {
  draft: RelayDraft;
  isLocked: boolean;
  /** Whether each condition is one that the server can count with. */
  isComplete: boolean;
  onSet(part: Partial<RelayDraft>): void;
  onAdd(row: PropertyRow): void;
};

/** Edits which events are forwarded. */
export function RelayFilterFields({ draft, isLocked, isComplete, onSet, onAdd }: Props) {
  return (
    <div className={layout.fields}>
      <Names
        label={text.only}
        description={text.onlyHint}
        path="filter__event_any"
        names={draft.any}
        isLocked={isLocked}
        onNames={(any) => onSet({ any })}
      />
      <Names
        label={text.except}
        path="filter__event_none"
        names={draft.none}
        isLocked={isLocked}
        onNames={(none) => onSet({ none })}
      />
      <p className={looks.note}>{draft.rows.length === 0 ? text.noConditions : text.conditions}</p>
      <MetricFilters rows={draft.rows} of={text.rows} path="filter" event={null} onRows={(rows) => onSet({ rows })} />
      <div className={classes.line}>
        <AddFilterButtons owners={['event', 'person']} isLocked={isLocked} onAdd={onAdd} />
      </div>
      <Switch
        label={text.testRuns}
        description={text.testRunsHint}
        checked={draft.includesTestRuns}
        onChange={(event) => onSet({ includesTestRuns: event.currentTarget.checked })}
        disabled={isLocked}
      />
      <Passing filter={isComplete ? filterOf(draft) : null} />
    </div>
  );
}

type NamesProps = {
  label: string;
  description?: string;
  path: string;
  names: string[];
  isLocked: boolean;
  onNames(names: string[]): void;
};

function Names({ path, names, isLocked, onNames, ...rest }: NamesProps) {
  return (
    <TagsInput
      {...rest}
      placeholder={names.length === 0 ? text.nameExample : ''}
      acceptValueOnBlur
      splitChars={[]}
      disabled={isLocked}
      value={names}
      onChange={onNames}
      {...useField(path)}
    />
  );
}

/** Counts before the save, so that nothing is forwarded by mistake. */
function Passing({ filter }: { filter: object | null }) {
  const project = useProject();
  const [asked, isSettled] = useSettled(filter);
  const mayAsk = useRefusal('write') === undefined;
  const { data, error, isPlaceholderData } = useQuery(relayPreviewQuery(project.id, mayAsk ? asked : null));
  // A notice says that an old count could not be refreshed.
  if (data === undefined && error !== null) return <ErrorNote what={relayWords.countVerb} error={error} />;
  return (
    <p className={looks.note} role="status">
      {data !== undefined && isSettled && !isPlaceholderData && text.passing(data.count, data.is_complete)}
    </p>
  );
}
