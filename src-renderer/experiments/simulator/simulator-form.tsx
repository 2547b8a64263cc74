import { ActionIcon, Button, NumberInput, type NumberInputProps, Switch, Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconDice5, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { controlKey } from '#server/experiments/contract.ts';
import { useGuard } from '../../api/permissions.ts';
import { valueFormats } from '../../metrics/value-words.ts';
import { useProject } from '../../projects/current-project.ts';
import { type Model, planOf, runBefore } from '../../simulation/simulate-copy.ts';
import { type Scenario, truthOf } from '../../simulation/simulate-plan.ts';
import { CannotSimulate } from '../../simulation/simulate-recipe.ts';
import { isSimulated, simulatedKinds } from '../../simulation/simulated-kinds.ts';
import type { SimulationMark } from '../../simulation/simulation-mark.ts';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { Icon } from '../../ui/icon.tsx';
import { readKind } from '../setup/metrics/options-draft.ts';
import { SimulationProgress } from './simulation-progress.tsx';
import classes from './simulator.module.css';
import { useSimulation } from './use-simulation.ts';
import { words } from './words.ts';

const { form: text } = words;

type Draft = {
  users: number;
  seed: number;
  days: number;
  baseline: number;
  effects: Record<string, number>;
  isAa: boolean;
};

/** Sets what is true of the simulated users. `mark`: that of the simulation to replace. */
export function SimulatorForm({ model, mark }: { model: Model; mark: SimulationMark | null }) {
  const project = useProject();
  const kind = readKind(model.filters);
  const tests = model.variants.filter(({ key }) => key !== controlKey);
  const [draft, setDraft] = useState<Draft>(() => draftOf(model, mark));
  const change = (part: Partial<Draft>) => setDraft((current) => ({ ...current, ...part }));
  const scenario = { ...draft, effects: draft.isAa ? {} : draft.effects };
  const problem = problemOf(model, scenario);
  const simulation = useSimulation(mark === null ? null : project.id);
  const isRunning = simulation.progress !== null;
  const { suffix, unit } = valueFormats[kind];
  const guard = useGuard('administer');
  return (
    <form
      className={classes.form}
      onSubmit={(submit) => {
        submit.preventDefault();
        if (problem === null && !isRunning) void simulation.start(model, scenario);
      }}
    >
      <p className={classes.lead}>{mark === null ? text.copies(draft.days) : text.replaces}</p>
      <fieldset className={classes.fields} disabled={isRunning}>
        <legend className={classes.legend}>{text.traffic}</legend>
        <Field label={text.users} value={draft.users} min={1} max={100_000} onChange={(users) => change({ users })} />
        <Field label={text.days} value={draft.days} min={1} max={365} onChange={(days) => change({ days })} />
        <SeedField seed={draft.seed} onChange={(seed) => change({ seed })} />
      </fieldset>
      <fieldset className={classes.fields} disabled={isRunning}>
        <legend className={classes.legend}>{text.behavior}</legend>
        <Field
          label={isSimulated(kind) ? simulatedKinds[kind].label : unit}
          value={draft.baseline}
          suffix={suffix}
          onChange={(baseline) => change({ baseline })}
        />
        {tests.map(({ key }) => (
          <Field
            key={key}
            label={text.effect(key)}
            value={scenario.effects[key] ?? 0}
            prefix={(scenario.effects[key] ?? 0) > 0 ? '+' : ''}
            suffix="%"
            disabled={draft.isAa}
            description={text.value(truthOf(scenario, key), suffix)}
            onChange={(effect) => change({ effects: { ...draft.effects, [key]: effect } })}
          />
        ))}
        <Switch
          classNames={{ root: classes.aa, label: classes.aaLabel, description: classes.aaHint }}
          size="xs"
          label={text.aa}
          description={text.aaHint}
          checked={draft.isAa}
          onChange={({ currentTarget: { checked } }) => change({ isAa: checked })}
        />
      </fieldset>
      {problem !== null && (
        <p className={classes.problem} role="alert">
          <Icon of={IconAlertTriangle} size={16} /> {problem}
        </p>
      )}
      {simulation.error !== null && <ErrorNote what={words.simulate} error={simulation.error} />}
      {simulation.progress === null ? (
        <div>
          <Button type="submit" disabled={problem !== null} {...guard} leftSection={<Icon of={IconUsers} />}>
            {text.submit(draft.users)}
          </Button>
        </div>
      ) : (
        <SimulationProgress done={simulation.progress} users={draft.users} onCancel={simulation.cancel} />
      )}
    </form>
  );
}

type FieldProps = { label: string; value: number; onChange: (value: number) => void } & Pick<
  NumberInputProps,
  'min' | 'max' | 'prefix' | 'suffix' | 'disabled' | 'description' | 'rightSection'
>;

/** Keeps its value while it is empty. */
function Field({ onChange, ...props }: FieldProps) {
  return (
    <NumberInput
      {...props}
      className={classes.field}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      hideControls
      rightSectionWidth={32}
      onChange={(value) => {
        if (typeof value === 'number') onChange(value);
      }}
    />
  );
}

function SeedField({ seed, onChange }: { seed: number; onChange: (seed: number) => void }) {
  const dice = (
    <Tooltip label={text.changeSeed}>
      <ActionIcon size="sm" aria-label={text.changeSeed} onClick={() => onChange(Math.floor(Math.random() * 10_000))}>
        <Icon of={IconDice5} size={16} />
      </ActionIcon>
    </Tooltip>
  );
  return <Field label={text.seed} value={seed} onChange={onChange} rightSection={dice} description={text.sameSeed} />;
}

/** Starts with the effect that the experiment is planned to detect. */
function draftOf(model: Model, mark: SimulationMark | null): Draft {
  if (mark !== null) {
    const isAa = Object.values(mark.effects).every((effect) => effect === 0);
    const { users, days, baseline, effects } = mark;
    return { users, days, baseline, effects, seed: mark.seed + 1, isAa };
  }
  const kind = readKind(model.filters);
  const planned = Number(model.parameters.minimum_detectable_effect);
  const effect = planned > 0 ? planned : 10;
  const tests = model.variants.filter(({ key }) => key !== controlKey);
  return {
    users: 2000,
    seed: 7,
    days: 14,
    baseline: isSimulated(kind) ? simulatedKinds[kind].baseline : 1,
    effects: Object.fromEntries(tests.map(({ key }) => [key, effect])),
    isAa: false,
  };
}

/** Returns why the scenario cannot be simulated, or null. */
function problemOf(model: Model, scenario: Scenario): string | null {
  try {
    planOf(model, scenario, runBefore(Date.now(), scenario));
    return null;
  } catch (error) {
    if (error instanceof CannotSimulate) return error.message;
    throw error;
  }
}
