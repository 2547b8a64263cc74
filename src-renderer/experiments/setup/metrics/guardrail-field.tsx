import { Checkbox } from '@mantine/core';
import { maxMargin } from '#server/experiments/metrics/options-contract.ts';
import { defaultMargin } from '#server/experiments/results/rules-contract.ts';
import { Terms } from '../../../metrics/terms.tsx';
import { useField } from '../../../ui/form/field-errors.ts';
import { DefaultNumber } from '../../../ui/form/fields/default-number.tsx';
import classes from './metric-card.module.css';
import type { MetricDraft } from './metric-draft.ts';
import { words } from './words.ts';

type Props = {
  metric: Pick<MetricDraft, 'guardrailMargin'>;
  of: string;
  path: string;
  onMargin: (margin: number | null) => void;
};

/** Edits whether the metric must not get worse, and by how much it may. */
export function GuardrailField({ metric: { guardrailMargin: margin }, of, path, onMargin }: Props) {
  const field = useField(`${path}__benchtop__guardrail`);
  const { guardrail: text } = words;
  return (
    <span className={classes.setting}>
      <Checkbox
        label={text.on}
        aria-label={text.onOf(of)}
        checked={margin !== null}
        onChange={(event) => onMargin(event.currentTarget.checked ? defaultMargin : null)}
      />
      {margin !== null && (
        <>
          <Terms>{text.margin}</Terms>
          <DefaultNumber
            w={72}
            suffix="%"
            max={maxMargin}
            aria-label={text.marginOf(of)}
            value={margin}
            fallback={defaultMargin}
            // Emptied it is still a guardrail.
            onChange={(next) => onMargin(next || defaultMargin)}
            {...field}
          />
        </>
      )}
    </span>
  );
}
