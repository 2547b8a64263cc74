import { Radio, Select, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type Conclusion,
  conclusion,
  type Experiment,
  type FlagOutcome,
  maxText,
} from '#server/experiments/contract.ts';
import type { VerdictKind } from '#server/experiments/results/verdict-contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx';
import { resultsQuery, useUpdateExperiment } from '../queries.ts';
import { verdictWords } from '../results/verdict/verdict-words.ts';
import { conclusionWords } from '../words.ts';
import classes from './life-dialog.module.css';
import { useStop } from './use-stop.ts';
import { words } from './words.tsx';

const { stop: text } = words;

type Props = { experiment: Experiment; onClose: () => void };

/** Ends the run, with a conclusion and what its flag serves afterwards. */
export function StopDialog({ experiment, onClose }: Props) {
  const stop = useStop(experiment);
  const [ending, setEnding] = useState<Ending>({ conclusion: null, note: '' });
  const [outcome, setOutcome] = useState<FlagOutcome>({ kind: 'keep' });
  return (
    <ConfirmDialog
      isCalm
      size="lg"
      title={text.title(experiment.name)}
      verb={text.verb}
      onConfirm={() => stop(fieldsOf(ending), outcome)}
      onClose={onClose}
    >
      <div className={classes.fields}>
        <p>{text.text}</p>
        <EndingFields experiment={experiment} ending={ending} onChange={setEnding} />
        <OutcomeFields experiment={experiment} outcome={outcome} onChange={setOutcome} />
      </div>
    </ConfirmDialog>
  );
}

/** Changes the conclusion of an ended experiment. */
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
      title={text.conclusionOf(experiment.name)}
      verb={text.save}
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

const radio = { label: classes.choice };

type ChoiceProps = { label: string; isSuggested?: boolean; children: string };

function Choice({ label, isSuggested = false, children }: ChoiceProps) {
  return (
    <>
      {label} <span className={classes.dim}>{children}</span>
      {isSuggested && <span className={classes.suggested}>{text.suggested}</span>}
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
          <span className={classes.dim}>{text.verdict}</span> {verdictWords(data, data.result).title}.
        </p>
      )}
      <Radio.Group
        label={text.conclusion}
        value={ending.conclusion}
        onChange={(value) => onChange({ ...ending, conclusion: value as Conclusion })}
      >
        <div className={classes.choices}>
          {conclusion.options.map((value) => (
            <Radio
              key={value}
              size="xs"
              classNames={radio}
              value={value}
              label={
                <Choice label={conclusionWords[value]} isSuggested={suggested === value}>
                  {text.conclusions[value]}
                </Choice>
              }
            />
          ))}
        </div>
      </Radio.Group>
      <Textarea
        size="xs"
        label={text.note}
        placeholder={text.noteHint}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={maxText}
        value={ending.note}
        onChange={(event) => onChange({ ...ending, note: event.currentTarget.value })}
      />
    </>
  );
}

/** The conclusion to suggest when the experiment ends with a verdict. */
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
      label={text.flag}
      value={outcome.kind}
      onChange={(kind) => onChange(outcomes.find((one) => one.kind === kind) ?? outcome)}
    >
      <div className={classes.choices}>
        {outcomes.map(({ kind }) => {
          const [label, description] = text.outcomes[kind];
          return (
            <Radio
              key={kind}
              size="xs"
              classNames={radio}
              value={kind}
              label={<Choice label={label}>{description}</Choice>}
            />
          );
        })}
      </div>
      {outcome.kind === 'ship' && (
        <Select
          className={classes.shipped}
          aria-label={text.shipped}
          data={variants.map(({ key }) => key)}
          value={outcome.variant}
          allowDeselect={false}
          onChange={(variant) => onChange({ kind: 'ship', variant: variant ?? outcome.variant })}
        />
      )}
    </Radio.Group>
  );
}
