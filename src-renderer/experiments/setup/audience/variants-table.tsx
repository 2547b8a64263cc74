import { IconTrash } from '@tabler/icons-react';
import { sumOfWeights } from '#server/core/sum-contract.ts';
import { controlKey, type Experiment, maxVariants } from '#server/experiments/contract.ts';
import { variantsOf } from '#server/flags/contract.ts';
import { PercentInput } from '../../../flags/conditions/percent-input.tsx';
import tableClasses from '../../../flags/variants/variant-editor.module.css';
import { VariantNames, type VariantRowProps } from '../../../flags/variants/variant-parts.tsx';
import { VariantTable } from '../../../flags/variants/variant-table.tsx';
import { splitWords } from '../../../flags/variants/variant-weights.ts';
import { Callout } from '../../../ui/feedback/callout.tsx';
import { IconAction } from '../../../ui/feedback/icon-action.tsx';
import editor from '../../../ui/form/editor.module.css';
import { useField } from '../../../ui/form/field-errors.ts';
import layout from '../../../ui/layout.module.css';
import { Section } from '../../../ui/page/section.tsx';
import looks from '../../../ui/text.module.css';
import { variantsPath } from '../experiment-form-problems.ts';
import { type VariantDraft, withoutVariant, withVariant } from '../experiment-form-values.ts';
import type { ExperimentFormState } from '../use-experiment-form.ts';
import { words } from '../words.tsx';

const { variants: text } = words;

type Props = { experiment: Experiment | null; state: ExperimentFormState };

/** Edits the variants and their weights. Control is required; once started, only weights can change. */
export function VariantsTable({ experiment, state }: Props) {
  const { form, apply } = state;
  const { error } = useField(variantsPath);
  const { variants } = form;
  const isStarted = experiment !== null && experiment.status !== 'draft';
  const canBeRemoved = !isStarted && variants.length > 2;
  return (
    <Section title={text.title} count={variants.length}>
      <div className={layout.stack}>
        <VariantTable
          variants={variants}
          text={{ label: text.title, share: text.weight, add: text.add, even: text.even }}
          isFixed={isStarted}
          isFull={variants.length >= maxVariants}
          row={(props) => <VariantRow {...props} key={props.key} isStarted={isStarted} canBeRemoved={canBeRemoved} />}
          onVariants={(change) => apply((current) => ({ ...current, variants: change(current.variants) }))}
          onAdd={() => apply(withVariant)}
          onRemove={(id) => apply((current) => withoutVariant(current, id))}
        />
        {error !== undefined && sumOfWeights(variants.map(({ weight }) => weight)) === 100 && (
          <p className={editor.formError} role="alert">
            {error}
          </p>
        )}
        <Notes experiment={experiment} state={state} isStarted={isStarted} />
      </div>
    </Section>
  );
}

function Notes({ experiment, state, isStarted }: Props & { isStarted: boolean }) {
  const { variants } = state.form;
  const flagged = variantsOf(state.link.flag?.filters);
  const weights = new Map(experiment?.variants.map(({ key, rollout_percentage: weight }) => [key, weight]));
  const isShifted = experiment?.status === 'running' && variants.some(({ key, weight }) => weights.get(key) !== weight);
  if (isShifted) return <Callout role="status">{text.shifted}</Callout>;
  if (isStarted) return <p className={looks.note}>{text.keysFixed}</p>;
  const isOther =
    state.link.kind === 'existing' &&
    (flagged.length !== variants.length ||
      flagged.some(
        (one, index) => one.key !== variants[index]?.key || one.rollout_percentage !== variants[index]?.weight,
      ));
  if (isOther) {
    return <Callout role="status">{text.changesFlag(state.link.flag?.key, splitWords(flagged))}</Callout>;
  }
  return <p className={looks.note}>{text.payload}</p>;
}

type RowProps = VariantRowProps<VariantDraft> & { isStarted: boolean; canBeRemoved: boolean };

function VariantRow({ variant, index, isStarted, isSumWrong, canBeRemoved, onChange, onRemove }: RowProps) {
  const path = `${variantsPath}__${index}`;
  const weight = useField(`${path}__rollout_percentage`);
  const isControl = variant.key === controlKey;
  const isFixed = isStarted || isControl;
  const why = isStarted ? text.fixedLaunch : text.fixedControl;
  return (
    <li className={tableClasses.row}>
      <VariantNames
        variant={variant}
        index={index}
        path={path}
        fixed={isFixed ? why : undefined}
        placeholder={isControl ? text.controlExample : text.testExample}
        onChange={(part) => onChange({ ...variant, ...part })}
      />
      <PercentInput
        label={text.weightOf(index + 1)}
        value={variant.weight}
        error={weight.error ?? isSumWrong}
        onChange={(percent) => onChange({ ...variant, weight: percent })}
      />
      {!isFixed && (
        <IconAction
          icon={IconTrash}
          label={text.remove(variant.key || index + 1)}
          isOff={!canBeRemoved}
          onClick={onRemove}
        />
      )}
    </li>
  );
}
