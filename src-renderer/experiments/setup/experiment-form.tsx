import { Button, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRef } from 'react';
import type { Experiment } from '#server/experiments/contract.ts';
import { useRefusal } from '../../api/permissions.ts';
import { useProject } from '../../projects/current-project.ts';
import { LabelFields } from '../../projects/label-fields.tsx';
import editor from '../../ui/form/editor.module.css';
import { useField } from '../../ui/form/field-errors.ts';
import { DescriptionField } from '../../ui/form/fields/description-field.tsx';
import { SaveProblems } from '../../ui/form/save-actions.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Section } from '../../ui/page/section.tsx';
import looks from '../../ui/text.module.css';
import { uiWords } from '../../ui/words.ts';
import { experimentLabelsQuery } from '../list/list-queries.ts';
import { AdvancedJson } from './advanced-json.tsx';
import { Audience } from './audience/audience.tsx';
import { VariantsTable } from './audience/variants-table.tsx';
import { CupedField } from './cuped/cuped-field.tsx';
import classes from './experiment-editor.module.css';
import { isForeign, withName } from './experiment-form-values.ts';
import { FlagKeyField } from './flag-key-field.tsx';
import { PrimaryMetric, SecondaryMetric } from './metrics/metric-card.tsx';
import { isBlankMetric, type NamedMetricDraft, newNamedMetric } from './metrics/metric-draft.ts';
import { experimentSentence } from './metrics/metric-words.ts';
import { Planner } from './planner/planner.tsx';
import { PriorField } from './prior/prior-field.tsx';
import { TestRunsField } from './test-runs-field.tsx';
import type { ExperimentFormState } from './use-experiment-form.ts';
import { words } from './words.tsx';

export type ExperimentFormProps = {
  /** Null for a new one. */
  experiment: Experiment | null;
  state: ExperimentFormState;
  isShown: boolean;
  onSave: () => void;
};

export function ExperimentForm(props: ExperimentFormProps) {
  const { experiment, state, onSave } = props;
  const { form } = state;
  const isLocked = useRefusal('edit_definitions') !== undefined;
  return (
    <>
      <fieldset className={classes.form} aria-label={words.page.form} disabled={isLocked}>
        <SaveProblems state={state} what={experiment === null ? words.page.create : uiWords.save.failed} />
        <Identity {...props} isLocked={isLocked} />
        <p className={editor.sentence}>{experimentSentence(form, experiment?.status === 'complete')}</p>
        <div data-part="variants">
          <VariantsTable experiment={experiment} state={state} />
        </div>
        <div data-part="audience">
          <Audience experiment={experiment} state={state} />
        </div>
        <TestRunsField experiment={experiment} state={state} />
        <Metrics {...props} />
        <CupedField experiment={experiment} state={state} />
        <PriorField state={state} />
        <div data-part="plan">
          <Planner state={state} />
        </div>
      </fieldset>
      <AdvancedJson state={state} isLocked={isLocked} onSubmit={onSave} />
    </>
  );
}

function Identity({ experiment, state, isLocked }: ExperimentFormProps & { isLocked: boolean }) {
  const { form, apply, change } = state;
  const name = useField('name');
  const query = experimentLabelsQuery(useProject().id);
  return (
    <div className={editor.identity}>
      <div className={classes.names}>
        <TextInput
          data-part="name"
          label={words.identity.name}
          autoFocus={experiment === null}
          autoComplete="off"
          placeholder={words.identity.nameExample}
          value={form.name}
          onChange={(event) => {
            const text = event.currentTarget.value;
            apply((current) => withName(current, text));
          }}
          {...name}
        />
        <div data-part="key">
          <FlagKeyField experiment={experiment} state={state} />
        </div>
      </div>
      <div data-part="hypothesis">
        <DescriptionField text={words.identity.hypothesis} value={form.description} rows={[2, 10]} onChange={change} />
      </div>
      <LabelFields labels={form} query={query} isLocked={isLocked} onChange={change} />
    </div>
  );
}

function Metrics({ experiment, state, isShown }: ExperimentFormProps) {
  const { form, apply } = state;
  const isOver = experiment?.status === 'complete';
  const add = useRef<HTMLButtonElement>(null);
  const sent = form.secondary.filter((metric) => !isBlankMetric(metric));
  const setOne = (id: string, change: (metric: NamedMetricDraft) => NamedMetricDraft) =>
    apply((current) => ({
      ...current,
      secondary: current.secondary.map((one) => (one.id === id ? change(one) : one)),
    }));
  const remove = (id: string) => {
    apply((current) => ({ ...current, secondary: current.secondary.filter((one) => one.id !== id) }));
    add.current?.focus();
  };
  return (
    <div data-part="metric">
      <Section title={words.metrics.title} count={1 + form.secondary.length}>
        {experiment?.status === 'running' && <p className={looks.note}>{words.metrics.running}</p>}
        <PrimaryMetric
          metric={form.primary}
          measured={state.measured}
          isOver={isOver}
          onChange={(change) => apply((current) => ({ ...current, primary: change(current.primary) }))}
        />
        {form.secondary.map((metric, index) => (
          <SecondaryMetric
            key={metric.id}
            metric={metric}
            index={index}
            path={sent.includes(metric) ? `secondary_metrics__${sent.indexOf(metric)}` : `unsent__${index}`}
            isShown={isShown}
            isOver={isOver}
            onChange={(change) => setOne(metric.id, change)}
            onRemove={() => remove(metric.id)}
          />
        ))}
        {isForeign(form) ? (
          <p className={looks.note}>{words.metrics.foreign}</p>
        ) : (
          <Button
            ref={add}
            variant="default"
            leftSection={<Icon of={IconPlus} />}
            onClick={() => apply((current) => ({ ...current, secondary: [...current.secondary, newNamedMetric()] }))}
          >
            {words.metrics.addSecondary}
          </Button>
        )}
      </Section>
    </div>
  );
}
