import { ActionIcon, Button, NumberInput, type NumberInputProps, Switch, Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconDice5, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { controlKey } from '#server/experiments/contract.ts';
import { useGuard } from '../../api/permissions.ts';
import { useProject } from '../../projects/current-project.ts';
import { type Model, planOf, runBefore } from '../../simulation/simulate-copy.ts';
import { type Scenario, truthOf } from '../../simulation/simulate-plan.ts';
import { CannotSimulate } from '../../simulation/simulate-recipe.ts';
import type { SimulationMark } from '../../simulation/simulation-mark.ts';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { formatCount } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { SimulationProgress } from './simulation-progress.tsx';
import classes from './simulator.module.css';
import { useSimulation } from './use-simulation.ts';

type Draft = {
  users: number;
  seed: number;
  days: number;
  baseline: number;
  effects: Record<string, number>;
  isAa: boolean;
};

/** What is to be true of the simulated users, and the button that makes them. `mark`: of the simulation that this one replaces. */
export function SimulatorForm({ model, mark }: { model: Model; mark: SimulationMark | null }) {
  const project = useProject();
  const kind = kindOf(model);
  const tests = model.variants.filter(({ key }) => key !== controlKey);
  const [draft, setDraft] = useState<Draft>(() => draftOf(model, mark));
  const change = (part: Partial<Draft>) => setDraft((current) => ({ ...current, ...part }));
  const scenario = { ...draft, effects: draft.isAa ? {} : draft.effects };
  const problem = problemOf(model, scenario);
  const simulation = useSimulation(mark === null ? null : project.id);
  const isRunning = simulation.progress !== null;
  const suffix = kind === 'funnel' ? '%' : '';
  const guard = useGuard('administer');
  return (
    <form
      className={classes.form}
      onSubmit={(submit) => {
        submit.preventDefault();
        if (problem === null && !isRunning) void simulation.start(model, scenario);
      }}
    >
      <p className={classes.lead}>
        {mark === null
          ? `A copy of this experiment is launched in a project of its own, ${days(draft.days)} ago. Its users ask for the flag and send the primary metric’s events as your app would. No number of yours changes, and one click removes it all.`
          : 'The new users take the place of these.'}
      </p>
      <fieldset className={classes.fields} disabled={isRunning}>
        <legend className={classes.legend}>Who comes</legend>
        <Field label="Users" value={draft.users} min={1} max={100_000} onChange={(users) => change({ users })} />
        <Field label="Over days" value={draft.days} min={1} max={365} onChange={(over) => change({ days: over })} />
        <SeedField seed={draft.seed} onChange={(seed) => change({ seed })} />
      </fieldset>
      <fieldset className={classes.fields} disabled={isRunning}>
        <legend className={classes.legend}>What is true of them</legend>
        <Field
          label={kind === 'funnel' ? 'Control: last step' : 'Control: events a person'}
          value={draft.baseline}
          suffix={suffix}
          onChange={(baseline) => change({ baseline })}
        />
        {tests.map(({ key }) => (
          <Field
            key={key}
            label={`Effect on ${key}`}
            value={scenario.effects[key] ?? 0}
            prefix={(scenario.effects[key] ?? 0) > 0 ? '+' : ''}
            suffix="%"
            disabled={draft.isAa}
            description={`comes to ${number(truthOf(scenario, key))}${suffix}`}
            onChange={(effect) => change({ effects: { ...draft.effects, [key]: effect } })}
          />
        ))}
        <Switch
          classNames={{ root: classes.aa, label: classes.aaLabel, description: classes.aaHint }}
          size="xs"
          label="A/A: no effect at all"
          description="Whatever is found then is chance."
          checked={draft.isAa}
          onChange={({ currentTarget: { checked } }) => change({ isAa: checked })}
        />
      </fieldset>
      {problem !== null && (
        <p className={classes.problem} role="alert">
          <Icon of={IconAlertTriangle} size={16} /> {problem}
        </p>
      )}
      {simulation.error !== null && <ErrorNote what="simulate users" error={simulation.error} />}
      {simulation.progress === null ? (
        <div>
          <Button type="submit" disabled={problem !== null} {...guard} leftSection={<Icon of={IconUsers} />}>
            Simulate {formatCount(draft.users)} users
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

/** Emptied, it keeps what it was until a number comes. */
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
    <Tooltip label="Another seed">
      <ActionIcon size="sm" aria-label="Another seed" onClick={() => onChange(Math.floor(Math.random() * 10_000))}>
        <Icon of={IconDice5} size={16} />
      </ActionIcon>
    </Tooltip>
  );
  return (
    <Field label="Seed" value={seed} onChange={onChange} rightSection={dice} description="same seed, same users" />
  );
}

const number = (value: number) => Number(value.toFixed(2));
const days = (count: number) => (count === 1 ? 'a day' : `${number(count)} days`);

function kindOf(model: Model) {
  return model.filters.insight === 'TRENDS' ? 'trend' : 'funnel';
}

/** The effect that the experiment wants to find is the one worth trying first. */
function draftOf(model: Model, mark: SimulationMark | null): Draft {
  if (mark !== null) {
    const isAa = Object.values(mark.effects).every((effect) => effect === 0);
    const { users, days, baseline, effects } = mark;
    return { users, days, baseline, effects, seed: mark.seed + 1, isAa };
  }
  const wanted = Number(model.parameters.minimum_detectable_effect);
  const effect = wanted > 0 ? wanted : 10;
  const tests = model.variants.filter(({ key }) => key !== controlKey);
  return {
    users: 2000,
    seed: 7,
    days: 14,
    baseline: kindOf(model) === 'funnel' ? 20 : 1,
    effects: Object.fromEntries(tests.map(({ key }) => [key, effect])),
    isAa: false,
  };
}

/** Why it cannot be simulated so; null where it can. */
function problemOf(model: Model, scenario: Scenario): string | null {
  try {
    planOf(model, scenario, runBefore(Date.now(), scenario));
    return null;
  } catch (error) {
    if (error instanceof CannotSimulate) return error.message;
    throw error;
  }
}
