import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../../icon.tsx';
import { uiWords } from '../../words.ts';
import { typingPauseMs } from '../use-typed.ts';
import classes from './search-field.module.css';

type Props = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** For a short value, beside other fields. */
  isShort?: boolean;
};

/** Shows a search field whose value is kept elsewhere (in the URL). Calls `onChange` when typing pauses. */
export function SearchField(props: Props) {
  const [draft, setDraft] = useState(props.value);
  const sent = useRef(props.value);
  const settle = useDebouncedCallback((text: string) => {
    sent.current = text;
    props.onChange(text);
  }, typingPauseMs);
  useEffect(() => {
    // What comes back a moment after it was sent would undo what was typed since.
    if (props.value !== sent.current) setDraft(props.value);
    sent.current = props.value;
  }, [props.value]);
  const change = (text: string) => {
    setDraft(text);
    settle(text);
  };
  return (
    <TextInput
      type="search"
      className={props.isShort ? classes.short : classes.search}
      aria-label={props.label}
      placeholder={props.label}
      value={draft}
      onChange={(event) => change(event.currentTarget.value)}
      leftSection={<Icon of={IconSearch} />}
      rightSection={
        draft === '' ? null : <CloseButton size="sm" aria-label={uiWords.form.clearSearch} onClick={() => change('')} />
      }
    />
  );
}
