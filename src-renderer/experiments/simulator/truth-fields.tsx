import { Switch } from '@mantine/core';
import { valueFormats } from '#server/experiments/metrics/kind-contract.ts';
import { Terms } from '../../metrics/terms.tsx';
import { truthOf } from '../../simulation/simulate-plan.ts';
import { maxDispersion } from '../../simulation/simulated-counts.ts';
import { type SimulatedKind, simulatedKinds } from '../../simulation/simulated-kinds.ts';
import { simulationWords } from '../../simulation/words.ts';
import { NumberField } from './number-field.tsx';
import type { TruthDraft } from './simulation-draft.ts';
import classes from './simulator.module.css';
import { words } from './words.ts';

const { form: text } = words;

type Props = {
  kind: SimulatedKind;
  truth: TruthDraft;
  tests: readonly { key: string }[];
  isAa: boolean;
  onChange: (part: Partial<TruthDraft>) => void;
};

/** Sets what is true of one metric: control's value, how people spread around it, and the effect on each test variant. */
export function TruthFields({ kind, truth, tests, isAa, onChange }: Props) {
  const { suffix } = valueFormats[kind];
  const { hasSpread } = simulatedKinds[kind];
  const effects = isAa ? {} : truth.effects;
  return (
    <>
      <NumberField
        label={simulationWords.kinds[kind].label}
        value={truth.baseline}
        suffix={suffix}
        onChange={(baseline) => onChange({ baseline })}
      />
      {tests.map(({ key }) => {
        const effect = effects[key] ?? 0;
        return (
          <NumberField
            key={key}
            label={simulationWords.effect(key)}
            value={effect}
            prefix={effect > 0 ? '+' : ''}
            suffix="%"
            disabled={isAa}
            description={text.value(truthOf({ ...truth, effects }, key), suffix)}
            onChange={(changed) => onChange({ effects: { ...truth.effects, [key]: changed } })}
          />
        );
      })}
      {hasSpread && (
        <>
          <NumberField
            label={<Terms>{text.dispersion}</Terms>}
            value={truth.dispersion}
            min={1}
            max={maxDispersion}
            description={text.dispersionHint}
            onChange={(dispersion) => onChange({ dispersion })}
          />
          <Switch
            className={classes.wide}
            label={text.tail}
            description={text.tailHint}
            checked={truth.tail === 'heavy'}
            onChange={({ currentTarget: { checked } }) => onChange({ tail: checked ? 'heavy' : 'light' })}
          />
        </>
      )}
    </>
  );
}
