import { Button, TagsInput, Textarea, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useRef, useState } from 'react';
import { useProject } from '../../projects/current-project.ts';
import editor from '../../ui/form/editor.module.css';
import { useField } from '../../ui/form/field-errors.ts';
import { Icon } from '../../ui/icon.tsx';
import { Section } from '../../ui/page/section.tsx';
import { ChatMessageEditor } from '../chat/chat-message-editor.tsx';
import type { DraftPreview } from '../preview/use-draft-preview.ts';
import { actionTagsQuery } from '../queries.ts';
import classes from './action-editor.module.css';
import { copyOfStep, newStep, type StepDraft } from './action-form.ts';
import { actionSentence } from './action-sentence.ts';
import { StepEditor } from './step-editor.tsx';
import type { ActionFormState } from './use-action-form.ts';

type Props = { state: ActionFormState; live: DraftPreview; isNew: boolean; isLocked: boolean };

/** What an action is called, what it matches and what it says when it does. */
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
  const name = useField('name');
  const description = useField('description');
  return (
    <div className={editor.identity}>
      <TextInput
        label="Name"
        // the page was opened to make it
        autoFocus={isNew}
        autoComplete="off"
        placeholder="Bought something"
        value={form.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        {...name}
      />
      <Textarea
        label="Description"
        size="xs"
        autosize
        minRows={1}
        maxRows={6}
        placeholder="What it stands for, and who counts on it"
        value={form.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
        {...description}
      />
      <Tags state={state} isLocked={isLocked} />
    </div>
  );
}

function Tags({ state, isLocked }: Pick<Props, 'state' | 'isLocked'>) {
  const project = useProject();
  const { error, onBlur } = useField('tags');
  const known = useQuery(actionTagsQuery(project.id)).data ?? [];
  return (
    <TagsInput
      label="Tags"
      size="xs"
      disabled={isLocked}
      placeholder={state.form.tags.length === 0 ? 'Tag, then Enter' : ''}
      data={known}
      value={state.form.tags}
      error={error}
      onBlur={onBlur}
      onChange={(tags) => state.change({ tags: [...new Set(tags.map((tag) => tag.trim().toLowerCase()))] })}
    />
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
  const remove = (index: number) => {
    set(steps.toSpliced(index, 1));
    add.current?.focus();
  };
  return (
    <Section title="Steps" count={steps.length}>
      <p className={classes.hint}>
        {steps.length === 0
          ? 'Without a step the action matches nothing.'
          : 'An event matches when all conditions of one step hold for it.'}
      </p>
      <ol className={classes.steps}>
        {steps.map((step, index) => (
          <Fragment key={step.id}>
            {index > 0 && (
              <li className={editor.or} aria-hidden="true">
                or
              </li>
            )}
            <StepEditor
              step={step}
              index={index}
              isNew={step.id === added}
              onChange={(changed) => changeStep(step.id, changed)}
              onDuplicate={() => set(steps.toSpliced(index + 1, 0, copyOfStep(step)))}
              onRemove={() => remove(index)}
            />
          </Fragment>
        ))}
      </ol>
      <Button
        ref={add}
        className={classes.addStep}
        variant="default"
        leftSection={<Icon of={IconPlus} />}
        onClick={addStep}
      >
        Add step
      </Button>
    </Section>
  );
}
