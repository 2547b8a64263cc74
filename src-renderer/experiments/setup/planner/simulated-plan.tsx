import { Button, Slider } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { simulatedRuns } from '#server/experiments/planning/simulated/simulated-plan-contract.ts';
import { daysWords } from '#server/experiments/results/words/days-contract.ts';
import { Terms } from '../../../metrics/terms.tsx';
import { ErrorNote } from '../../../ui/feedback/error-note.tsx';
import progress from '../../../ui/feedback/progress-line.module.css';
import { ProgressLine } from '../../../ui/feedback/progress-line.tsx';
import { Icon } from '../../../ui/icon.tsx';
import looks from '../../../ui/text.module.css';
import classes from './simulated-plan.module.css';
import { simulatedPlanWords } from './simulated-plan-words.ts';
import { useSimulatedPlan } from './use-simulated-plan.ts';
import { words } from './words.ts';

const { simulated: text } = words;

type Props = Parameters<typeof useSimulatedPlan>[0];

/** Simulates the plan for the chosen days and effect: how often would the results page have found it? */
export function SimulatedPlan({ question, days }: Props) {
  const state = useSimulatedPlan({ question, days });
  const isFall = question.direction === 'decrease';
  const { largest, move, isRunning, isDone } = state;
  return (
    <section className={classes.simulated} aria-label={text.title}>
      <h3 className={looks.title}>{text.title}</h3>
      <p className={classes.hint}>
        <Terms>{text.hint(question.weights.length - 1)}</Terms>
      </p>
      {state.isCut && <p className={classes.hint}>{text.cut(days, largest.days)}</p>}
      <Control
        label={text.duration}
        value={state.days}
        shown={daysWords(state.days)}
        min={1}
        max={largest.days}
        step={1}
        onChange={(chosen) => move({ days: chosen })}
      />
      <Control
        label={text.effect}
        value={state.effect}
        shown={text.effectOf(state.effect, isFall)}
        min={0}
        max={largest.effect}
        step={question.minimum_detectable_effect / 10}
        onChange={(effect) => move({ effect })}
      />
      <div className={progress.run}>
        {isRunning && !isDone ? (
          <Button variant="default" leftSection={<Icon of={IconPlayerStop} size={16} />} onClick={state.stop}>
            {text.stop}
          </Button>
        ) : (
          <Button
            variant="default"
            leftSection={<Icon of={IconPlayerPlay} size={16} />}
            disabled={isDone}
            onClick={state.start}
          >
            {text.start(simulatedRuns)}
          </Button>
        )}
        <Done state={state} />
      </div>
      <Outcome state={state} />
    </section>
  );
}

type ControlProps = {
  label: string;
  value: number;
  shown: string;
  min: number;
  max: number;
  step: number;
  onChange: (value: number) => void;
};

function Control({ label, shown, onChange, ...slider }: ControlProps) {
  return (
    <div className={classes.control}>
      <span className={looks.muted}>{label}</span>
      <Slider
        {...slider}
        size="sm"
        thumbSize={16}
        label={null}
        thumbLabel={label}
        thumbValueText={() => shown}
        onChange={(value) => onChange(Number(value.toPrecision(6)))}
      />
      <span className={classes.shown} aria-hidden="true">
        {shown}
      </span>
    </div>
  );
}

type State = { state: ReturnType<typeof useSimulatedPlan> };

function Done({ state: { simulated, isRunning, isStale } }: State) {
  if (!isRunning && simulated === null) return null;
  const [runs, of] = simulated === null || isStale ? [0, simulatedRuns] : [simulated.runs, simulated.of];
  return <ProgressLine label={text.progress} done={runs} of={of} words={text.done(runs, of)} />;
}

function Outcome({ state: { simulated, isStale, isDone, error } }: State) {
  if (error !== null) return <ErrorNote what={text.what} error={error} />;
  if (simulated === null || simulated.runs === 0) return null;
  const { found, formula, none } = simulatedPlanWords(simulated);
  return (
    <div className={classes.outcome} data-stale={isStale || undefined} role="status" aria-busy={!isDone}>
      {found !== null && <p className={classes.found}>{found}</p>}
      <p>
        <Terms>{none}</Terms>
      </p>
      {formula !== null && (
        <p className={classes.hint}>
          <Terms>{formula}</Terms>
        </p>
      )}
    </div>
  );
}
