import { Switch } from '@mantine/core';
import type { Experiment } from '#server/experiments/contract.ts';
import { Section } from '../../ui/page/section.tsx';
import looks from '../../ui/text.module.css';
import classes from './setting.module.css';
import type { ExperimentFormState } from './use-experiment-form.ts';
import { words } from './words.tsx';

const { exclusions: text } = words;

type Props = { experiment: Experiment | null; state: ExperimentFormState };

/** Chooses whether the results leave out what belongs to a test run. */
export function TestRunsField({ experiment, state: { form, apply } }: Props) {
  const setExcluded = (excludesTestRuns: boolean) =>
    apply((current) => ({ ...current, primary: { ...current.primary, excludesTestRuns } }));
  return (
    <Section title={text.title}>
      <div className={classes.fields}>
        <Switch
          label={text.testRuns}
          checked={form.primary.excludesTestRuns}
          onChange={({ currentTarget: { checked } }) => setExcluded(checked)}
        />
        <p className={looks.note}>{text.hint}</p>
        <p className={looks.note}>{text.ofProject}</p>
        {experiment?.status === 'running' && <p className={looks.note}>{text.running}</p>}
      </div>
    </Section>
  );
}
