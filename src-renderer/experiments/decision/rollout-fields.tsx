import { Radio } from '@mantine/core';
import type { ExperimentDecision } from '#server/experiments/decision/decision-contract.ts';
import type { FlagOutcome } from '#server/experiments/decision/ending-contract.ts';
import { splitWords } from '../../flags/variants/variant-weights.ts';
import life from '../lifecycle/life-dialog.module.css';
import classes from './decide.module.css';
import { words } from './words.ts';

type Props = {
  decision: ExperimentDecision;
  outcome: FlagOutcome | null;
  /** Whether the flag cannot be changed. */
  isFixed: boolean;
  /** Says why this rollout is chosen, or what to choose first. */
  hint: string;
  onChange: (outcome: FlagOutcome) => void;
};

/** Chooses what the flag serves from now on. */
export function RolloutFields({ decision, outcome, isFixed, hint, onChange }: Props) {
  const outcomes = outcomesOf(decision, isFixed);
  return (
    <Radio.Group
      label={words.rollout}
      description={hint}
      classNames={{ description: classes.hint }}
      value={outcome === null ? null : idOf(outcome)}
      onChange={(id) => {
        const chosen = outcomes.find((one) => idOf(one) === id);
        if (chosen !== undefined) onChange(chosen);
      }}
    >
      <div className={life.choices}>
        {outcomes.map((one) => (
          <Radio
            key={idOf(one)}
            value={idOf(one)}
            label={
              <>
                {labelOf(one)} <span className={life.dim}>{effectWords(decision, one)}</span>
              </>
            }
          />
        ))}
      </div>
    </Radio.Group>
  );
}

/** Returns the possible outcomes; a deleted flag serves nothing, whatever is chosen. */
function outcomesOf({ variants, feature_flag: flag }: ExperimentDecision, isFixed: boolean): FlagOutcome[] {
  if (flag === null || isFixed) return [{ kind: 'keep' }];
  return [
    ...variants.map(({ key }): FlagOutcome => ({ kind: 'ship', variant: key })),
    { kind: 'off' },
    { kind: 'keep' },
  ];
}

const idOf = (outcome: FlagOutcome) => (outcome.kind === 'ship' ? `ship ${outcome.variant}` : outcome.kind);

const labelOf = (outcome: FlagOutcome) =>
  outcome.kind === 'ship' ? words.choices.ship(outcome.variant) : words.choices[outcome.kind];

/** Says what changes, for how many people, including those whom the project excludes from results. */
export function effectWords({ people, variants, serves, result }: ExperimentDecision, outcome: FlagOutcome): string {
  const { total, days, by_value: byValue } = people;
  const withExcluded = (sentence: string) =>
    (result.exposure?.excluded ?? 0) > 0 && total > 0 ? `${sentence} ${words.effects.withExcluded}` : sentence;
  switch (outcome.kind) {
    case 'ship':
      return withExcluded(words.effects.ship(outcome.variant, byValue[outcome.variant] ?? 0, total, days));
    case 'off':
      return withExcluded(words.effects.off(total, days));
    case 'keep':
      if (serves === false) return words.effects.keepOff;
      return words.effects.keep(serves === null ? splitWords(variants) : String(serves));
  }
}
