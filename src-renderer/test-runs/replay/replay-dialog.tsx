import { Button, FileInput, Modal } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { testRunName } from '#server/test-runs/contract.ts';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import dialog from '../../ui/form/dialog.module.css';
import { submitting } from '../../ui/form/submitting.ts';
import layout from '../../ui/layout.module.css';
import looks from '../../ui/text.module.css';
import { useFocusReturn } from '../../ui/use-focus-return.ts';
import { uiWords } from '../../ui/words.ts';
import { contentsOf, type RecordedFile, readRecorded } from './recorded-file.ts';
import { ReplayChoices } from './replay-choices.tsx';
import type { ReplayChoice } from './replay-jobs.ts';
import { type ReplayState, useReplay } from './use-replay.ts';
import { replayWords } from './words.ts';

type Props = { /** The test run that is proposed; '' for none. */ testRun: string; onClose: () => void };

/** Replays a file: what it contains, where it goes, and what came of it. */
export function ReplayDialog({ testRun, onClose }: Props) {
  useFocusReturn();
  const replay = useReplay();
  const { phase } = replay.state;
  const isSending = phase === 'sending';
  return (
    <Modal
      opened
      title={replayWords.title}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={!isSending}
      closeButtonProps={{ 'aria-label': uiWords.close, disabled: isSending }}
      onClose={onClose}
    >
      <Form testRun={testRun} replay={replay} onClose={onClose} />
    </Modal>
  );
}

const usual = { pace: 'fast', times: 'original', anyKey: false, isAgain: false } as const;

/** `content`: null while it is read, and with an error. */
type Chosen = { file: File; content: RecordedFile | null; error: string | null };

async function read(file: File): Promise<Chosen> {
  try {
    return { file, content: readRecorded(await file.arrayBuffer()), error: null };
  } catch (error) {
    return { file, content: null, error: error instanceof Error ? error.message : String(error) };
  }
}

function Form({ testRun, replay, onClose }: Props & { replay: ReturnType<typeof useReplay> }) {
  const { state, start, stop, reset } = replay;
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [choice, setChoice] = useState<ReplayChoice>({ ...usual, testRun });
  const name = choice.testRun.trim();
  const nameError = name === '' || testRunName.safeParse(name).success ? null : replayWords.testRunError;
  const isSending = state.phase === 'sending';
  const content = chosen?.content ?? null;
  const forgetInput = useRef<() => void>(null);
  const choose = async (file: File | null) => {
    // Else the same file, once repaired, is no change.
    forgetInput.current?.();
    reset();
    setChosen(file && { file, content: null, error: null });
    if (file === null) return;
    const contents = await read(file);
    // Another may have been chosen meanwhile.
    setChosen((current) => (current?.file === file ? contents : current));
  };
  const change = (part: Partial<ReplayChoice>) => {
    reset();
    setChoice({ ...choice, ...part });
  };
  const submit = submitting(() => {
    if (content !== null && nameError === null && !isSending) void start(content, { ...choice, testRun: name });
  });
  if (state.phase === 'done') {
    const original = content?.kind === 'recording' ? content.recording.manifest.test_run : null;
    return <Done sentences={state.sentences} testRun={name} original={original} onClose={onClose} />;
  }
  return (
    <form className={layout.wideStack} onSubmit={submit}>
      <FileInput
        data-autofocus
        size="xs"
        label={replayWords.file}
        resetRef={forgetInput}
        description={replayWords.fileHint}
        placeholder={replayWords.chooseFile}
        accept=".ndjson,.har,application/json,application/x-ndjson"
        value={chosen?.file ?? null}
        error={chosen?.error}
        disabled={isSending}
        onChange={(file) => void choose(file)}
      />
      {content !== null &&
        contentsOf(content).map((line) => (
          <p key={line} className={looks.note}>
            {line}
          </p>
        ))}
      <ReplayChoices
        choice={choice}
        change={change}
        nameError={nameError}
        isHar={content?.kind === 'har'}
        isDisabled={isSending}
      />
      <Progress state={state} />
      <div className={dialog.buttons}>
        {isSending ? (
          <Button variant="default" onClick={stop}>
            {replayWords.stop}
          </Button>
        ) : (
          <Button variant="default" onClick={onClose}>
            {uiWords.cancel}
          </Button>
        )}
        <Button type="submit" loading={isSending} disabled={content === null || nameError !== null}>
          {replayWords.replay}
        </Button>
      </div>
    </form>
  );
}

function Progress({ state }: { state: ReplayState }) {
  if (state.phase === 'failed') {
    return (
      <>
        <ErrorNote what={replayWords.failed} error={state.error} />
        {state.sent > 0 && <p className={looks.note}>{replayWords.stopped(state)}</p>}
      </>
    );
  }
  return (
    <p className={looks.note} role="status">
      {state.phase === 'sending' && replayWords.progress(state)}
      {state.phase === 'stopped' && replayWords.stopped(state)}
    </p>
  );
}

type DoneProps = {
  sentences: string[];
  testRun: string;
  /** The test run of the recording. */
  original: string | null;
  onClose: () => void;
};

function Done({ sentences, testRun, original, onClose }: DoneProps) {
  return (
    <div className={layout.wideStack}>
      <div className={dialog.body} role="status">
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <div className={dialog.buttons}>
        {testRun !== '' && original !== null && original !== testRun && (
          <Button
            variant="default"
            renderRoot={(props) => (
              <Link
                to="/test-runs/compare"
                search={{ old_test_run: original, new_test_run: testRun }}
                {...props}
                onClick={onClose}
              />
            )}
          >
            {replayWords.compareWith(original)}
          </Button>
        )}
        {testRun !== '' && (
          <Button
            variant="default"
            renderRoot={(props) => (
              <Link to="/test-runs/run/$name" params={{ name: testRun }} {...props} onClick={onClose} />
            )}
          >
            {replayWords.openRun(testRun)}
          </Button>
        )}
        <Button data-autofocus onClick={onClose}>
          {replayWords.done}
        </Button>
      </div>
    </div>
  );
}
