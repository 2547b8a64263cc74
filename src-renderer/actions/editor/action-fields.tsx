import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useProject } from '../../projects/current-project.ts';
import { LabelFields } from '../../projects/label-fields.tsx';
import editor from '../../ui/form/editor.module.css';
import { DescriptionField } from '../../ui/form/fields/description-field.tsx';
import { OrList } from '../../ui/form/fields/or-list.tsx';
import { orderOf } from '../../ui/form/fields/order-entries.ts';
import { TextField } from '../../ui/form/fields/text-field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Section } from '../../ui/page/section.tsx';
import { ChatMessageEditor } from '../chat/chat-message-editor.tsx';
import type { DraftPreview } from '../preview/use-draft-preview.ts';
import { actionLabelsQuery } from '../queries.ts';
import { actionWords } from '../words.ts';
import classes from './action-editor.module.css';
import { copyOfStep, newStep, type StepDraft } from './action-form.ts';
import { actionSentence } from './sentence-words.ts';
import { StepEditor } from './step-editor.tsx';
import type { ActionFormState } from './use-action-form.ts';
import { words } from './words.tsx';

type Props = { state: ActionFormState; live: DraftPreview; isNew: boolean; isLocked: boolean };

/** Edits all fields of an action: name, steps and chat message. */
export function ActionFields(props: Props) {
  const { state, live } = props;
  return (
    <>
      <Identity {...props} />
      <p className={editor.sentence}>{actionSentence(state.form.steps)}</p>
      <Steps {...props} />
      <ChatMessageEditor form={state.form} live={live} onChange={state.change} />
    </>
  );
}

function Identity({ state, isNew, isLocked }: Props) {
  const { form, change } = state;
  const query = actionLabelsQuery(useProject().id);
  return (
    <div className={editor.identity}>
      <TextField
        path="name"
        label={words.form.name}
        // The page was opened to create it.
        autoFocus={isNew}
        autoComplete="off"
        placeholder={words.form.nameExample}
        value={form.name}
        onChange={(name) => change({ name })}
      />
      <DescriptionField text={words.form.description} value={form.description} rows={[1, 6]} onChange={change} />
      <LabelFields labels={form} query={query} isLocked={isLocked} onChange={change} />
    </div>
  );
}

function Steps({ state }: Props) {
  const { form, change, changeStep } = state;
  const add = useRef<HTMLButtonElement>(null);
  const [added, setAdded] = useState<string | null>(null);
  const { steps } = form;
  const set = (next: StepDraft[]) => change({ steps: next });
  const addStep = () => {
    const step = { ...newStep(), texts: { event: '' } };
    setAdded(step.id);
    set([...steps, step]);
  };
  const { remove } = orderOf(steps, set, add);
  return (
    <Section title={actionWords.steps} count={steps.length}>
      <p className={classes.hint}>{steps.length === 0 ? words.form.noSteps : words.form.anyStep}</p>
      <OrList items={steps} className={classes.steps}>
        {(step, index) => (
          <StepEditor
            step={step}
            index={index}
            isNew={step.id === added}
            onChange={(changed) => changeStep(step.id, changed)}
            onDuplicate={() => set(steps.toSpliced(index + 1, 0, copyOfStep(step)))}
            onRemove={() => remove(index)}
          />
        )}
      </OrList>
      <Button ref={add} mt={4} variant="default" leftSection={<Icon of={IconPlus} />} onClick={addStep}>
        {words.form.addStep}
      </Button>
    </Section>
  );
}
