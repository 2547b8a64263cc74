import { Checkbox, TextInput } from '@mantine/core';
import { Segments } from '../../ui/segments.tsx';
import classes from './replay-dialog.module.css';
import type { ReplayChoice } from './replay-jobs.ts';
import { words } from './words.ts';

type Props = {
  choice: ReplayChoice;
  change: (part: Partial<ReplayChoice>) => void;
  nameError: string | null;
  isHar: boolean;
  isDisabled: boolean;
};

/** Where and how a file is replayed. */
export function ReplayChoices({ choice, change, nameError, isHar, isDisabled }: Props) {
  return (
    <>
      <TextInput
        label={words.testRun}
        description={words.testRunHint}
        spellCheck={false}
        autoComplete="off"
        disabled={isDisabled}
        value={choice.testRun}
        error={nameError}
        onChange={(event) => change({ testRun: event.currentTarget.value })}
      />
      <fieldset className={classes.times} disabled={isDisabled}>
        <legend className={classes.label}>{words.times}</legend>
        <Segments
          label={words.times}
          names={words.timesNames}
          value={choice.times}
          onChange={(times) => change({ times })}
        />
        <p className={classes.note}>{words.timesHints[choice.times]}</p>
      </fieldset>
      {!isHar && (
        <fieldset className={classes.times} disabled={isDisabled}>
          <legend className={classes.label}>{words.pace}</legend>
          <Segments
            label={words.pace}
            names={words.paceNames}
            value={choice.pace}
            onChange={(pace) => change({ pace })}
          />
          <p className={classes.note}>{words.paceHints[choice.pace]}</p>
        </fieldset>
      )}
      {isHar && (
        <Checkbox
          label={words.anyKey}
          description={words.anyKeyHint}
          disabled={isDisabled}
          checked={choice.anyKey}
          onChange={(event) => change({ anyKey: event.currentTarget.checked })}
        />
      )}
      <Checkbox
        label={words.again}
        description={words.againHint}
        disabled={isDisabled}
        checked={choice.isAgain}
        onChange={(event) => change({ isAgain: event.currentTarget.checked })}
      />
    </>
  );
}
