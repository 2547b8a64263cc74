import { Button } from '@mantine/core';
import { IconArrowRight, IconChevronRight, IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Flag, FlagChange, FlagState } from '#server/flags/contract.ts';
import { useProject } from '../projects/current-project.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { Section } from '../ui/section.tsx';
import { SkeletonRows } from '../ui/skeleton-rows.tsx';
import { type FieldChange, flagChanges } from './changes.ts';
import classes from './history-panel.module.css';
import { changeChanges, changeWords, stateOf } from './history-words.ts';
import { jsonDiff } from './json-diff.ts';
import { flagHistoryQuery, useUpdateFlag } from './queries.ts';

/** Who changed the flag when, and what; any earlier state can be brought back. */
export function HistoryPanel({ flag }: { flag: Flag }) {
  const project = useProject();
  const query = useInfiniteQuery(flagHistoryQuery(project.id, flag.id));
  const [restoring, setRestoring] = useState<FlagChange | null>(null);
  if (query.data === undefined) {
    if (query.isPending) return <SkeletonRows rows={5} label="Loading the history" />;
    return <ErrorState what="The history" error={query.error} onRetry={() => void query.refetch()} />;
  }
  const changes = query.data.pages.flatMap(({ results }) => results);
  const total = query.data.pages[0]?.count ?? 0;
  return (
    <Section title="History" count={total}>
      <ol className={classes.changes} aria-label="Changes, newest first">
        {changes.map((change) => (
          <Change key={change.id} change={change} flag={flag} onRestore={() => setRestoring(change)} />
        ))}
      </ol>
      {total > changes.length && (
        <LoadMore what={['change', 'changes']} shown={changes.length} total={total} query={query} />
      )}
      {restoring !== null && <RestoreDialog flag={flag} change={restoring} onClose={() => setRestoring(null)} />}
    </Section>
  );
}

type ChangeProps = { change: FlagChange; flag: Flag; onRestore: () => void };

function Change({ change, flag, onRestore }: ChangeProps) {
  const [open, setOpen] = useState(false);
  const fields = changeChanges(change);
  const state = stateOf(change.after);
  const isCurrent = state !== null && flagChanges(state, flag).length === 0;
  return (
    <li className={classes.change}>
      <div className={classes.head}>
        <span className={classes.what}>{changeWords(change)}</span>
        <span className={classes.who}>
          {change.user === null ? 'by the server' : `by ${change.user.first_name}`}, <RelativeTime date={change.at} />
        </span>
        <span className={classes.actions}>
          {state !== null &&
            !state.deleted &&
            (isCurrent ? (
              <span className={classes.who}>as it is now</span>
            ) : (
              <Button size="compact-xs" variant="default" onClick={onRestore}>
                Restore this version
              </Button>
            ))}
          <button type="button" className={classes.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
            <IconChevronRight size={12} className={classes.chevron} aria-hidden="true" /> JSON
          </button>
        </span>
      </div>
      <FieldChanges fields={fields} />
      {open && <JsonDiff change={change} />}
    </li>
  );
}

function FieldChanges({ fields }: { fields: FieldChange[] }) {
  if (fields.length === 0) return null;
  return (
    <ul className={classes.fields}>
      {fields.map(({ what, before, after }) => (
        <li key={what} className={classes.field}>
          <span className={classes.name}>
            {what}
            {(before ?? after) !== null && ':'}
          </span>{' '}
          {before !== null && <del className={classes.before}>{before === '' ? 'empty' : before}</del>}{' '}
          {before !== null && after !== null && (
            <IconArrowRight size={12} role="img" aria-label="to" className={classes.arrow} />
          )}{' '}
          {after !== null && <ins className={classes.after}>{after === '' ? 'empty' : after}</ins>}
        </li>
      ))}
    </ul>
  );
}

function JsonDiff({ change }: { change: FlagChange }) {
  const lines = jsonDiff(change.before, change.after);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <pre className={classes.json} tabIndex={0}>
      {lines.map(({ sign, text }, index) => {
        const Line = sign === ' ' ? 'span' : sign === '-' ? 'del' : 'ins';
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one change never move
          <Line key={index} className={classes.line} data-sign={sign}>
            {sign} {text}
          </Line>
        );
      })}
    </pre>
  );
}

function RestoreDialog({ flag, change, onClose }: { flag: Flag; change: FlagChange; onClose: () => void }) {
  const project = useProject();
  const update = useUpdateFlag(project.id);
  const state = stateOf(change.after);
  if (state === null) return null;
  const { deleted: _deleted, ...rest } = state;
  const isBack = flag.deleted ? { deleted: false } : {};
  return (
    <ConfirmDialog
      title="Restore this version"
      verb="Restore"
      onConfirm={() => update.mutateAsync({ id: flag.id, ...editable(rest), ...isBack })}
      onClose={onClose}
    >
      <p className={classes.lead}>
        <IconHistory size={16} stroke={1.5} aria-hidden="true" />
        <span>
          The flag becomes what it was <RelativeTime date={change.at} />. Apps get it with their next request; the
          versions between stay in this history.
        </span>
      </p>
      <FieldChanges fields={flagChanges(flag, { ...state, deleted: false })} />
    </ConfirmDialog>
  );
}

/** Only what a PATCH may carry: a state of an older server may hold more. */
function editable({ key, name, active, ensure_experience_continuity, filters }: Omit<FlagState, 'deleted'>) {
  return { key, name, active, ensure_experience_continuity, filters };
}
