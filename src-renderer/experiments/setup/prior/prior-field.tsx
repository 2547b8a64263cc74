import { defaultPriorSd, maxPriorSd, minPriorSd } from '#server/experiments/benchtop-contract.ts';
import { Terms } from '../../../metrics/terms.tsx';
import { useField } from '../../../ui/form/field-errors.ts';
import { DefaultNumber } from '../../../ui/form/fields/default-number.tsx';
import { Section } from '../../../ui/page/section.tsx';
import looks from '../../../ui/text.module.css';
import classes from '../setting.module.css';
import type { ExperimentFormState } from '../use-experiment-form.ts';
import { spreadText, words } from './words.ts';

/** Sets how far true effects are expected to spread. */
export function PriorField({ state: { form, change } }: { state: ExperimentFormState }) {
  const field = useField('parameters__benchtop__prior_sd');
  return (
    <Section title={words.title}>
      <div className={classes.fields} data-part="prior">
        <p className={looks.note}>
          <Terms>{words.hint}</Terms>
        </p>
        <DefaultNumber
          maw={320}
          label={words.sd}
          description={spreadText(form.priorSd ?? defaultPriorSd)}
          min={minPriorSd}
          max={maxPriorSd}
          step={0.05}
          {...field}
          value={form.priorSd}
          fallback={defaultPriorSd}
          onChange={(priorSd) => change({ priorSd })}
        />
      </div>
    </Section>
  );
}
