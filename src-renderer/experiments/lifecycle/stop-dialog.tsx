import { Radio, Select, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Conclusion, Experiment, FlagOutcome } from '#server/experiments/contract.ts';
import type { VerdictKind } from '#server/experiments/results/verdict-contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx';
import { conclusionWords } from '../list/experiment-words.ts';
import { resultsQuery, useUpdateExperiment } from '../queries.ts';
import { verdictWords } from '../results/verdict/verdict-words.ts';
import classes from './life-dialog.module.css';
import { useStop } from './use-stop.ts';

type Props = { experiment: Experiment; onClose: () => void };

/** Ends the run: what it is concluded to have shown, and what becomes of its flag. */
export function StopDialog({ experiment, onClose }: Props) {
  const stop = useStop(experiment);
  const [ending, setEnding] = useState<Ending>({ conclusion: null, note: '' });
  const [outcome, setOutcome] = useState<FlagOutcome>({ kind: 'keep' });
  return (
    <ConfirmDialog
      isCalm
      size="lg"
      title={`Stop “${experiment.name}”?`}
      verb="Stop the experiment"
      onConfirm={() => stop(fieldsOf(ending), outcome)}
      onClose={onClose}
    >
      <div className={classes.fields}>
        <p>Nothing that happens from now on counts. The results stay as they are now, and it can be resumed.</p>
        <EndingFields experiment={experiment} ending={ending} onChange={setEnding} />
        <OutcomeFields experiment={experiment} outcome={outcome} onChange={setOutcome} />
      </div>
    </ConfirmDialog>
  );
}

/** Changes what an experiment that has ended is concluded to have shown. */
export function ConcludeDialog({ experiment, onClose }: Props) {
  const project = useProject();
  const update = useUpdateExperiment(project.id);
  const [ending, setEnding] = useState<Ending>({
    conclusion: experiment.conclusion,
    note: experiment.conclusion_comment,
  });
  return (
    <ConfirmDialog
      isCalm
      size="lg"
      title={`Conclusion of “${experiment.name}”`}
      verb="Save"
      onConfirm={() => update.mutateAsync({ id: experiment.id, ...fieldsOf(ending) })}
      onClose={onClose}
    >
      <div className={classes.fields}>
        <EndingFields experiment={experiment} ending={ending} onChange={setEnding} />
      </div>
    </ConfirmDialog>
  );
}

type Ending = { conclusion: Conclusion | null; note: string };

const fieldsOf = ({ conclusion, note }: Ending) => ({ conclusion, conclusion_comment: note.trim() });

const conclusions: [Conclusion, string][] = [
  ['won', 'A variant is better, and is worth giving to everybody.'],
  ['lost', 'No variant is better than what there was.'],
  ['inconclusive', 'It ran as planned and shows no clear difference.'],
  ['stopped_early', 'It ended before it could show anything.'],
  ['invalid', 'Something was wrong with it: its numbers must not be used.'],
];

const radio = { label: classes.choice };

type ChoiceProps = { words: string; isSuggested?: boolean; children: string };

function Choice({ words, isSuggested = false, children }: ChoiceProps) {
  return (
    <>
      {words} <span className={classes.dim}>{children}</span>
      {isSuggested && <span className={classes.suggested}>as the results say</span>}
    </>
  );
}

type EndingProps = { experiment: Experiment; ending: Ending; onChange: (ending: Ending) => void };

function EndingFields({ experiment, ending, onChange }: EndingProps) {
  const project = useProject();
  const { data } = useQuery(resultsQuery(project.id, experiment.id));
  const suggested = data && suggestions[data.result.verdict.kind];
  return (
    <>
      {data !== undefined && (
        <p>
          <span className={classes.dim}>The results say:</span> {verdictWords(data, data.result).title}.
        </p>
      )}
      <Radio.Group
        label="Conclusion"
        value={ending.conclusion}
        onChange={(value) => onChange({ ...ending, conclusion: value as Conclusion })}
      >
        <div className={classes.choices}>
          {conclusions.map(([value, description]) => (
            <Radio
              key={value}
              size="xs"
              classNames={radio}
              value={value}
              label={
                <Choice words={conclusionWords[value]} isSuggested={suggested === value}>
                  {description}
                </Choice>
              }
            />
          ))}
        </div>
      </Radio.Group>
      <Textarea
        size="xs"
        label="Note"
        placeholder="What was learned, for whoever reads this later"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={10_000}
        value={ending.note}
        onChange={(event) => onChange({ ...ending, note: event.currentTarget.value })}
      />
    </>
  );
}

/** What a verdict amounts to when the experiment ends with it. */
const suggestions: Record<VerdictKind, Conclusion> = {
  no_metric: 'stopped_early',
  draft: 'stopped_early',
  no_exposures: 'stopped_early',
  collecting: 'stopped_early',
  unhealthy: 'invalid',
  better: 'won',
  worse: 'lost',
  leaning: 'inconclusive',
  no_clear_difference: 'inconclusive',
};

const outcomeWords: Record<FlagOutcome['kind'], [label: string, description: string]> = {
  keep: ['Leave it on', 'Everybody keeps the variant they have.'],
  off: ['Turn it off', 'Nobody gets a variant any more.'],
  ship: ['Give everybody one variant', 'A condition for everybody is put before the flag’s own.'],
};

type OutcomeProps = { experiment: Experiment; outcome: FlagOutcome; onChange: (outcome: FlagOutcome) => void };

function OutcomeFields({ experiment: { feature_flag: flag, variants }, outcome, onChange }: OutcomeProps) {
  if (flag === null) return null;
  const [first] = variants.filter(({ key }) => key !== 'control');
  const outcomes: FlagOutcome[] = [
    { kind: 'keep' },
    { kind: 'off' },
    { kind: 'ship', variant: first?.key ?? 'control' },
  ];
  return (
    <Radio.Group
      label="Its flag"
      value={outcome.kind}
      onChange={(kind) => onChange(outcomes.find((one) => one.kind === kind) ?? outcome)}
    >
      <div className={classes.choices}>
        {outcomes.map(({ kind }) => {
          const [label, description] = outcomeWords[kind];
          return (
            <Radio
              key={kind}
              size="xs"
              classNames={radio}
              value={kind}
              label={<Choice words={label}>{description}</Choice>}
            />
          );
        })}
      </div>
      {outcome.kind === 'ship' && (
        <Select
          className={classes.shipped}
          aria-label="Variant for everybody"
          data={variants.map(({ key }) => key)}
          value={outcome.variant}
          allowDeselect={false}
          onChange={(variant) => onChange({ kind: 'ship', variant: variant ?? outcome.variant })}
        />
      )}
    </Radio.Group>
  );
}
