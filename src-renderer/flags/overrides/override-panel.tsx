import { Button, SegmentedControl, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Flag, FlagOverride } from '#server/flags/contract.ts';
import { useGuard } from '../../api/permissions.ts';
import { useProject } from '../../projects/current-project.ts';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { Section } from '../../ui/page/section.tsx';
import { RelativeTime } from '../../ui/table/relative-time.tsx';
import { overridesQuery, useClearOverride, useSetOverride } from '../queries.ts';
import { valueOfText, valueWords } from '../reasons.ts';
import { useTestPerson } from '../test/use-test-person.ts';
import { ValueMark, variantKeys } from '../variants/value-mark.tsx';
import classes from './override-panel.module.css';

/** Serves a value to the person of the test panel, or to everyone, until it is cleared. */
export function OverridePanel({ flag }: { flag: Flag }) {
  const project = useProject();
  const query = useQuery(overridesQuery(project.id));
  const overrides = query.data?.filter(({ flag_id }) => flag_id === flag.id) ?? [];
  return (
    <Section title="Override" {...(overrides.length > 0 && { count: overrides.length })}>
      <div className={classes.panel}>
        <OverrideForm flag={flag} />
        {query.isError && query.data === undefined && <ErrorNote what="load the overrides" error={query.error} />}
        {overrides.length > 0 && (
          <ul className={classes.overrides} aria-label="Overrides of this flag">
            {overrides.map((override) => (
              <Override key={override.id} override={override} variants={variantKeys(flag)} />
            ))}
          </ul>
        )}
      </div>
    </Section>
  );
}

function OverrideForm({ flag }: { flag: Flag }) {
  const project = useProject();
  const [person] = useTestPerson();
  const distinctId = person.trim();
  const [forEveryone, setForEveryone] = useState(false);
  const values = ['false', ...(variantKeys(flag).length === 0 ? ['true'] : variantKeys(flag))];
  const [chosen, setChosen] = useState<string | null>(null);
  const value = chosen !== null && values.includes(chosen) ? chosen : (values[1] ?? 'false');
  const set = useSetOverride(project.id);
  const lacksPerson = !forEveryone && distinctId === '';
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        set.mutate({ flagId: flag.id, distinct_id: forEveryone ? null : distinctId, value: valueOfText(value) });
      }}
    >
      <div className={classes.fields}>
        <Select
          aria-label="Value to serve"
          w={150}
          allowDeselect={false}
          value={value}
          onChange={setChosen}
          data={values.map((text) => ({ value: text, label: valueWords(valueOfText(text)) }))}
        />
        <span className={classes.to}>to</span>
        <SegmentedControl
          aria-label="Whom to serve it to"
          size="xs"
          value={forEveryone ? 'everyone' : 'person'}
          onChange={(target) => setForEveryone(target === 'everyone')}
          data={[
            { value: 'person', label: 'this person' },
            { value: 'everyone', label: 'everyone' },
          ]}
        />
        <Button type="submit" variant="default" loading={set.isPending} disabled={lacksPerson} {...useGuard('write')}>
          Serve it
        </Button>
      </div>
      {set.isError && <ErrorNote what="set the override" error={set.error} />}
      <p className={classes.hint}>
        {lacksPerson ? (
          'Name a person in the test panel, or serve it to everyone. '
        ) : (
          <>
            {forEveryone ? 'Every app' : <code>{distinctId}</code>} will get this value until it is cleared, whatever
            the conditions say.{' '}
          </>
        )}
        While any override is set, a banner says so in the whole app, and the answers give the reason{' '}
        <code>override</code>.
      </p>
    </form>
  );
}

function Override({ override, variants }: { override: FlagOverride; variants: readonly string[] }) {
  const project = useProject();
  const clear = useClearOverride(project.id);
  const { id, flag_id, distinct_id: distinctId, value, created_by: author, created_at } = override;
  const target = distinctId ?? 'everyone';
  return (
    <li className={classes.override}>
      <ValueMark value={value} variants={variants} />
      <span className={classes.target} title={target}>
        to {distinctId === null ? <b>everyone</b> : <code>{distinctId}</code>}
      </span>
      <span className={classes.author}>
        {author !== null && `${author.first_name}, `}
        <RelativeTime date={created_at} />
      </span>
      <Button
        {...useGuard('write')}
        size="compact-xs"
        variant="default"
        loading={clear.isPending}
        aria-label={`Clear the override for ${target}`}
        onClick={() => clear.mutate({ flagId: flag_id, id })}
      >
        Clear
      </Button>
      {clear.isError && <ErrorNote what="clear the override" error={clear.error} />}
    </li>
  );
}
