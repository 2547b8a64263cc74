import { useProject } from '../../projects/current-project.ts';
import editor from '../../ui/form/editor.module.css';
import { EditorFrame } from '../../ui/form/editor-frame.tsx';
import { TextField } from '../../ui/form/fields/text-field.tsx';
import { NewPage } from '../../ui/form/new-page.tsx';
import { SaveProblems } from '../../ui/form/save-actions.tsx';
import { useEditForm } from '../../ui/form/use-edit-form.ts';
import { useStartTestRun } from '../queries.ts';
import { testRunWords } from '../words.ts';
import { DescriptionFields } from './run-fields.tsx';
import { newRun, startRules } from './run-form.ts';
import classes from './start.module.css';
import { TakenField } from './taken-field.tsx';
import { words } from './words.ts';

const frame = { text: words.create, list: { to: '/test-runs', name: testRunWords.testRuns } } as const;

function useStartForm() {
  const start = useStartTestRun(useProject().id);
  return useEditForm({
    saved: null,
    start: newRun,
    rules: startRules,
    send: (form) => start.mutateAsync(startRules.inputOf(form)),
  });
}

export function NewTestRunPage() {
  const state = useStartForm();
  return (
    <NewPage
      {...frame}
      access="write"
      state={state}
      next={({ name }) => ({ to: '/test-runs/run/$name', params: { name }, search: { tab: 'send' } })}
    >
      {() => (
        <EditorFrame
          state={state}
          what={testRunWords.thisTestRun}
          shown={state.shown}
          asideLabel={words.aside.label}
          aside={<About />}
        >
          <div className={`${editor.form} ${classes.form}`}>
            <SaveProblems state={state} what={testRunWords.failed.start} />
            <div className={editor.identity}>
              <TextField
                path="name"
                label={testRunWords.name}
                description={words.nameHint}
                placeholder={words.examples.name}
                classNames={{ input: classes.mono }}
                spellCheck={false}
                autoComplete="off"
                autoFocus
                value={state.form.name}
                onChange={(name) => state.change({ name })}
              />
              <DescriptionFields form={state.form} onChange={state.change} />
            </div>
            <TakenField form={state.form} onChange={state.change} />
          </div>
        </EditorFrame>
      )}
    </NewPage>
  );
}

function About() {
  return (
    <>
      <h2 className={classes.title}>{words.aside.label}</h2>
      {words.aside.text.map((text) => (
        <p key={text} className={classes.note}>
          {text}
        </p>
      ))}
    </>
  );
}
