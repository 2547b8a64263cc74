import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Flag, FlagOverride } from '#server/flags/contract.ts';
import { useGuard } from '../../api/permissions.ts';
import { useProject } from '../../projects/current-project.ts';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { submitting } from '../../ui/form/submitting.ts';
import layout from '../../ui/layout.module.css';
import { Section } from '../../ui/page/section.tsx';
import { Segments } from '../../ui/segments.tsx';
import { RelativeTime } from '../../ui/table/relative-time.tsx';
import looks from '../../ui/text.module.css';
import { userName } from '../../ui/user-name.ts';
import { overridesQuery, useClearOverride, useSetOverride } from '../queries.ts';
import { valueOfText, valueWords } from '../reason-words.ts';
import { useTestPerson } from '../test/use-test-person.ts';
import { ValueMark, variantKeys } from '../variants/value-mark.tsx';
import classes from './override-panel.module.css';
import { words } from './words.tsx';

/** Sets a value for the person of the test panel, or for everyone, until it is cleared. */
export function OverridePanel({ flag }: { flag: Flag }) {
  const project = useProject();
  const query = useQuery(overridesQuery(project.id, flag.id));
  const { count, results: overrides } = query.data ?? { count: 0, results: [] };
  return (
    <Section title={words.panel.title} {...(count > 0 && { count })}>
      <div className={layout.stack}>
        <OverrideForm flag={flag} />
        {query.isError && query.data === undefined && <ErrorNote what={words.failed.load} error={query.error} />}
        {overrides.length > 0 && (
          <ul className={layout.list} aria-label={words.panel.list}>
            {overrides.map((override) => (
              <Override key={override.id} override={override} variants={variantKeys(flag)} />
            ))}
          </ul>
        )}
        {count > overrides.length && <p className={looks.note}>{words.banner.more(count - overrides.length)}</p>}
      </div>
    </Section>
  );
}

function OverrideForm({ flag }: { flag: Flag }) {
  const project = useProject();
  const [distinctId] = useTestPerson();
  const [forEveryone, setForEveryone] = useState(false);
  const values = ['false', ...(variantKeys(flag).length === 0 ? ['true'] : variantKeys(flag))];
  const [chosen, setChosen] = useState<string | null>(null);
  // None at first: every value changes what someone gets.
  const value = chosen !== null && values.includes(chosen) ? chosen : null;
  const set = useSetOverride(project.id);
  const lacksPerson = !forEveryone && distinctId.trim() === '';
  return (
    <form
      onSubmit={submitting(() => {
        if (value === null) return;
        set.mutate({ flagId: flag.id, distinct_id: forEveryone ? null : distinctId, value: valueOfText(value) });
      })}
    >
      <div className={classes.fields}>
        <Select
          aria-label={words.panel.value}
          w={150}
          allowDeselect={false}
          placeholder={words.panel.choose}
          value={value}
          onChange={setChosen}
          data={values.map((text) => ({ value: text, label: valueWords(valueOfText(text)) }))}
        />
        <span className={looks.muted}>{words.panel.for}</span>
        <Segments
          label={words.panel.target}
          names={{ person: words.panel.person, everyone: words.panel.everyone }}
          value={forEveryone ? 'everyone' : 'person'}
          onChange={(target) => setForEveryone(target === 'everyone')}
        />
        <Button
          type="submit"
          variant="default"
          loading={set.isPending}
          disabled={lacksPerson || value === null}
          {...useGuard('edit_definitions')}
        >
          {words.panel.set}
        </Button>
      </div>
      {set.isError && <ErrorNote what={words.failed.set} error={set.error} />}
      <p className={classes.hint}>
        {lacksPerson
          ? words.panel.noPerson
          : words.panel.effect(forEveryone ? words.panel.everyApp : <code>{distinctId}</code>)}{' '}
        {words.panel.notice}
      </p>
    </form>
  );
}

function Override({ override, variants }: { override: FlagOverride; variants: readonly string[] }) {
  const project = useProject();
  const clear = useClearOverride(project.id);
  const { id, flag_id, distinct_id: distinctId, value, created_by: author, created_at } = override;
  const target = distinctId ?? words.panel.everyone;
  return (
    <li className={classes.override}>
      <ValueMark value={value} variants={variants} />
      <span className={classes.target} title={target}>
        {words.panel.of(distinctId === null ? <b>{target}</b> : <code>{distinctId}</code>)}
      </span>
      <span className={looks.dim}>
        {author !== null && words.panel.by(userName(author))}
        <RelativeTime date={created_at} />
      </span>
      <Button
        {...useGuard('edit_definitions')}
        size="compact-xs"
        variant="default"
        loading={clear.isPending}
        aria-label={words.panel.clearFor(target)}
        onClick={() => clear.mutate({ flagId: flag_id, id })}
      >
        {words.panel.clear}
      </Button>
      {clear.isError && <ErrorNote what={words.failed.clear} error={clear.error} />}
    </li>
  );
}
