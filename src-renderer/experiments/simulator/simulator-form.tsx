import { ActionIcon, Button, Switch, Tooltip } from '@mantine/core';
import { IconDice5, IconUsers } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { controlKey } from '#server/experiments/contract.ts';
import { useGuard } from '../../api/permissions.ts';
import { useProject } from '../../projects/current-project.ts';
import { maxDays, maxUsers } from '../../simulation/check-scenario.ts';
import type { Model } from '../../simulation/simulate-copy.ts';
import { isSimulated } from '../../simulation/simulated-kinds.ts';
import type { SimulationMark } from '../../simulation/simulation-mark.ts';
import { simulationWords } from '../../simulation/words.ts';
import { Callout } from '../../ui/feedback/callout.tsx';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { submitting } from '../../ui/form/submitting.ts';
import { Icon } from '../../ui/icon.tsx';
import layout from '../../ui/layout.module.css';
import { readKind } from '../setup/metrics/options-draft.ts';
import { NumberField } from './number-field.tsx';
import { problemOf, type SimulationDraft, scenarioOf, secondaryOf, simulationDraftOf } from './simulation-draft.ts';
import { SimulationProgress } from './simulation-progress.tsx';
import classes from './simulator.module.css';
import { TruthFields } from './truth-fields.tsx';
import { useSimulation } from './use-simulation.ts';
import { words } from './words.ts';

const { form: text } = words;

/** Sets what is true of the simulated users. `mark`: that of the simulation to replace. */
export function SimulatorForm({ model, mark }: { model: Model; mark: SimulationMark | null }) {
  const project = useProject();
  const kind = readKind(model.filters);
  const tests = model.variants.filter(({ key }) => key !== controlKey);
  const [draft, setDraft] = useState<SimulationDraft>(() => simulationDraftOf(model, mark));
  const change = (part: Partial<SimulationDraft>) => setDraft((current) => ({ ...current, ...part }));
  const scenario = scenarioOf(draft);
  const secondary = useMemo(() => secondaryOf(model), [model]);
  const problem = problemOf(model, scenario);
  const simulation = useSimulation(mark === null ? null : project.id);
  const isRunning = simulation.progress !== null;
  const guard = useGuard('edit_projects');
  // No number could change that.
  if (!isSimulated(kind)) return problem !== null && <Problem text={problem} />;
  return (
    <form
      className={layout.wideStack}
      onSubmit={submitting(() => {
        if (problem === null && !isRunning) void simulation.start(model, scenario);
      })}
    >
      <p className={classes.lead}>{mark === null ? text.copies(draft.days) : text.replaces}</p>
      <fieldset className={classes.fields} disabled={isRunning}>
        <legend className={classes.legend}>{text.traffic}</legend>
        <NumberField
          label={text.users}
          value={draft.users}
          min={1}
          max={maxUsers}
          onChange={(users) => change({ users })}
        />
        <NumberField label={text.days} value={draft.days} min={1} max={maxDays} onChange={(days) => change({ days })} />
        <SeedField seed={draft.seed} onChange={(seed) => change({ seed })} />
      </fieldset>
      <fieldset className={classes.fields} disabled={isRunning}>
        <legend className={classes.legend}>{text.behavior}</legend>
        <TruthFields kind={kind} truth={draft} tests={tests} isAa={draft.isAa} onChange={change} />
      </fieldset>
      {secondary.map(({ name, isGuardrail, recipe }, index) => {
        const truth = draft.secondary[index] ?? null;
        if (typeof recipe === 'string' || truth === null) return null;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: metrics have no id, and the list does not change
          <fieldset key={index} className={classes.fields} disabled={isRunning}>
            <legend className={classes.legend}>{text.secondary(name, isGuardrail)}</legend>
            <TruthFields
              kind={recipe.kind}
              truth={truth}
              tests={tests}
              isAa={draft.isAa}
              onChange={(part) => change({ secondary: draft.secondary.with(index, { ...truth, ...part }) })}
            />
          </fieldset>
        );
      })}
      {secondary.map(
        ({ name, recipe }) =>
          typeof recipe === 'string' && (
            <p key={name} className={classes.hint}>
              {simulationWords.notSimulated(name, recipe)}
            </p>
          ),
      )}
      <fieldset className={classes.fields} disabled={isRunning}>
        <Switch
          className={classes.wide}
          label={text.aa}
          description={text.aaHint}
          checked={draft.isAa}
          onChange={({ currentTarget: { checked } }) => change({ isAa: checked })}
        />
      </fieldset>
      {problem !== null && <Problem text={problem} />}
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

const Problem = ({ text: problem }: { text: string }) => (
  <Callout tone="danger" role="alert">
    {problem}
  </Callout>
);

function SeedField({ seed, onChange }: { seed: number; onChange: (seed: number) => void }) {
  const dice = (
    <Tooltip label={text.changeSeed}>
      <ActionIcon size="sm" aria-label={text.changeSeed} onClick={() => onChange(Math.floor(Math.random() * 10_000))}>
        <Icon of={IconDice5} size={16} />
      </ActionIcon>
    </Tooltip>
  );
  return (
    <NumberField label={text.seed} value={seed} onChange={onChange} rightSection={dice} description={text.sameSeed} />
  );
}
