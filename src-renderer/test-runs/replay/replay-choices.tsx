import { Checkbox, TextInput } from '@mantine/core';
import { Segments } from '../../ui/segments.tsx';
import looks from '../../ui/text.module.css';
import classes from './replay-dialog.module.css';
import type { ReplayChoice } from './replay-jobs.ts';
import { replayWords } from './words.ts';

type Props = {
  choice: ReplayChoice;
  change: (part: Partial<ReplayChoice>) => void;
  nameError: string | null;
  isHar: boolean;
  isDisabled: boolean;
};

/** Edits where and how a file is replayed. */
export function ReplayChoices({ choice, change, nameError, isHar, isDisabled }: Props) {
  return (
    <>
      <TextInput
        label={replayWords.testRun}
        description={replayWords.testRunHint[isHar ? 'har' : 'recording']}
        spellCheck={false}
        autoComplete="off"
        disabled={isDisabled}
        value={choice.testRun}
        error={nameError}
        onChange={(event) => change({ testRun: event.currentTarget.value })}
      />
      <ModeChoice
        text={replayWords.times}
        value={choice.times}
        isDisabled={isDisabled}
        onChange={(times) => change({ times })}
      />
      {!isHar && (
        <ModeChoice
          text={replayWords.pace}
          value={choice.pace}
          isDisabled={isDisabled}
          onChange={(pace) => change({ pace })}
        />
      )}
      {isHar && (
        <Checkbox
          {...replayWords.anyKey}
          disabled={isDisabled}
          checked={choice.anyKey}
          onChange={(event) => change({ anyKey: event.currentTarget.checked })}
        />
      )}
      <Checkbox
        {...replayWords.again}
        disabled={isDisabled}
        checked={choice.isAgain}
        onChange={(event) => change({ isAgain: event.currentTarget.checked })}
      />
    </>
  );
}

type ModeChoiceProps<Value extends string> = {
  text: { label: string; names: Record<Value, string>; hints: Record<Value, string> };
  value: Value;
  isDisabled: boolean;
  onChange: (value: Value) => void;
};

/** Shows a choice of a few ways, with a hint on the chosen one. */
function ModeChoice<Value extends string>({ text, value, isDisabled, onChange }: ModeChoiceProps<Value>) {
  return (
    <fieldset className={classes.way} disabled={isDisabled}>
      <legend className={classes.label}>{text.label}</legend>
      <Segments label={text.label} names={text.names} value={value} onChange={onChange} />
      <p className={looks.note}>{text.hints[value]}</p>
    </fieldset>
  );
}
