import { Radio, Textarea } from '@mantine/core';
import { maxDescription } from '#server/core/contract.ts';
import { type Conclusion, conclusion } from '#server/experiments/contract.ts';
import { conclusionWords } from '../words.ts';
import classes from './life-dialog.module.css';
import { lifecycleWords } from './words.tsx';

const { conclude: text } = lifecycleWords;

type Concluded = { conclusion: Conclusion | null; note: string };
type Props = { value: Concluded; recommended?: Conclusion | null; onChange: (value: Concluded) => void };

/** Edits the conclusion and its note. */
export function ConclusionFields({ value, recommended = null, onChange }: Props) {
  return (
    <>
      <Radio.Group
        label={text.conclusion}
        value={value.conclusion}
        onChange={(chosen) => onChange({ ...value, conclusion: chosen as Conclusion })}
      >
        <div className={classes.choices}>
          {conclusion.options.map((option) => (
            <Radio
              key={option}
              value={option}
              label={
                <>
                  {conclusionWords[option]} <span className={classes.dim}>{text.conclusions[option]}</span>
                  {recommended === option && <span className={classes.suggested}>{text.recommended}</span>}
                </>
              }
            />
          ))}
        </div>
      </Radio.Group>
      <Textarea
        label={text.note}
        placeholder={text.noteHint}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={maxDescription}
        value={value.note}
        onChange={(event) => onChange({ ...value, note: event.currentTarget.value })}
      />
    </>
  );
}
