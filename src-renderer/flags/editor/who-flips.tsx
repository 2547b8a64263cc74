import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Flag, FlagValue } from '#server/flags/contract.ts';
import type { FlagDraft, Flips } from '#server/flags/evaluation/evaluation-contract.ts';
import { PersonLink } from '../../persons/person-link.tsx';
import { useProject } from '../../projects/current-project.ts';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { formatCount } from '../../ui/format.ts';
import looks from '../../ui/text.module.css';
import { populationWords } from '../conditions/reach-line.tsx';
import { type FlipsQuestion, flipsQuery } from '../queries.ts';
import { ValueMark, variantKeys } from '../variants/value-mark.tsx';
import classes from './who-flips.module.css';
import { flagEditorWords } from './words.tsx';

const text = flagEditorWords.flips;

/** Shows on demand whose value the unsaved form would change. `draft` is null while the form has errors. */
export function WhoFlips({ flag, draft }: { flag: Flag; draft: FlagDraft | null }) {
  const project = useProject();
  const [question, setQuestion] = useState<FlipsQuestion | null>(null);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(flipsQuery(project.id, flag.id, question));
  // A refresh as people arrive leaves the count in place.
  const isCounting = isFetching && error === null && (data === undefined || isPlaceholderData);
  const isStale = question !== null && JSON.stringify(question.draft) !== JSON.stringify(draft);
  const ask = () => {
    if (draft === null) return;
    if (question !== null && !isStale) void refetch();
    else setQuestion({ draft });
  };
  return (
    <section className={classes.flips} aria-label={text.title}>
      <div className={classes.head}>
        <Button variant="default" size="compact-sm" loading={isCounting} disabled={draft === null} onClick={ask}>
          {question === null ? text.show : text.update}
        </Button>
        <span className={looks.dim} role="status">
          {draft === null ? text.incomplete : isCounting ? text.counting : isStale ? text.stale : text.hint}
        </span>
      </div>
      {error !== null && !isStale && <ErrorNote what={text.failed} error={error} />}
      {data !== undefined && error === null && (
        <Answer flips={data} variants={variantKeys(flag)} isStale={isStale || isPlaceholderData} />
      )}
    </section>
  );
}

function Answer({ flips, variants, isStale }: { flips: Flips; variants: readonly string[]; isStale: boolean }) {
  const { known, flipped, changes, people, is_complete: isComplete, without_properties: without } = flips;
  const population = populationWords({ known, isComplete, isStale }, null);
  const change = (one: { before: FlagValue; after: FlagValue }) => (
    <span className={classes.change}>
      <ValueMark value={one.before} variants={variants} /> {text.becomes}{' '}
      <ValueMark value={one.after} variants={variants} />
    </span>
  );
  return (
    <div className={classes.answer} data-stale={isStale || undefined}>
      <p>
        {known === 0
          ? text.nobodyKnown
          : flipped === 0
            ? text.nobody(population)
            : text.some(formatCount(flipped), population)}{' '}
        {without > 0 && text.without(formatCount(without))}
      </p>
      {flipped > 0 && (
        <>
          <ul aria-label={text.changes}>
            {changes.map((one) => (
              <li key={JSON.stringify([one.before, one.after])}>
                {change(one)} <span className={classes.count}>{text.people(one.count)}</span>
              </li>
            ))}
          </ul>
          <ul aria-label={text.named}>
            {people.map((one) => (
              <li key={one.person_id}>
                <PersonLink id={one.person_id} name={one.name} title={one.distinct_id} className={looks.clipped} />
                {change(one)}
              </li>
            ))}
          </ul>
          {flipped > people.length && <p className={looks.dim}>{text.more(formatCount(flipped - people.length))}</p>}
        </>
      )}
    </div>
  );
}
