import { Switch } from '@mantine/core';
import { defaultCupedDays, maxCupedDays } from '#server/experiments/benchtop-contract.ts';
import type { Experiment } from '#server/experiments/contract.ts';
import { Terms } from '../../../metrics/terms.tsx';
import { useField } from '../../../ui/form/field-errors.ts';
import { DefaultNumber } from '../../../ui/form/fields/default-number.tsx';
import { Section } from '../../../ui/page/section.tsx';
import looks from '../../../ui/text.module.css';
import { useMetricBaseline } from '../metrics/use-metric-baseline.ts';
import classes from '../setting.module.css';
import type { ExperimentFormState } from '../use-experiment-form.ts';
import { gainText, words } from './words.ts';

type Props = { experiment: Experiment | null; state: ExperimentFormState };

/** Chooses whether results use what people did before their exposure, and how far back. */
export function CupedField({ experiment, state: { form, change } }: Props) {
  const { cupedDays } = form;
  const days = useField('parameters__benchtop__cuped__days');
  const gain = useMetricBaseline(form.primary, 'filters', true, cupedDays ?? defaultCupedDays).baseline?.cuped ?? null;
  return (
    <Section title={words.title}>
      <div className={classes.fields} data-part="cuped">
        <Switch
          label={words.use}
          checked={cupedDays !== null}
          onChange={({ currentTarget: { checked } }) => change({ cupedDays: checked ? defaultCupedDays : null })}
        />
        <p className={looks.note}>
          <Terms>{words.hint}</Terms>
        </p>
        {gain !== null && (
          <p className={looks.note}>
            <Terms>{gainText(gain)}</Terms>
          </p>
        )}
        {cupedDays !== null && (
          <DefaultNumber
            maw={320}
            hideControls={false}
            label={words.days}
            description={words.daysHint}
            min={1}
            max={maxCupedDays}
            clampBehavior="strict"
            allowDecimal={false}
            example={`${defaultCupedDays}`}
            value={cupedDays}
            fallback={defaultCupedDays}
            onChange={(value) => change({ cupedDays: value ?? defaultCupedDays })}
            {...days}
          />
        )}
        {experiment?.status === 'running' && <p className={looks.note}>{words.running}</p>}
      </div>
    </Section>
  );
}
