import { Combobox, type ComboboxStore, useCombobox } from '@mantine/core';
import { IconAlertTriangle, IconFilter, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useProject } from '../../projects/current-project.ts';
import { foundTestRunsQuery } from '../../test-runs/queries.ts';
import { Icon } from '../../ui/icon.tsx';
import { seenNamesQuery } from '../queries.ts';
import classes from './filter-bar.module.css';
import { type Suggestion, suggest } from './filter-suggestions.ts';
import { type FilterToken, parseFilter, printToken, withToken } from './filter-tokens.ts';
import { tokenSentence, tokenWords } from './filter-words.ts';
import { words } from './words.ts';

const { bar } = words;

type Props = {
  tokens: FilterToken[];
  onChange: (tokens: FilterToken[]) => void;
  inputRef: RefObject<HTMLInputElement | null>;
};
const noNames = { events: [], properties: [] };

/** The filter as chips with a field for the next one; suggestions come from what the project has seen. */
export function FilterBar({ tokens, onChange, inputRef }: Props) {
  const project = useProject();
  const { data: names = noNames } = useQuery(seenNamesQuery(project.id));
  const { data: runs = [] } = useQuery(foundTestRunsQuery(project.id, ''));
  const seen = { ...names, testRuns: runs.map(({ name }) => name) };
  const [draft, setDraft] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const chips = useRef<HTMLDivElement>(null);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const suggestions = untaken(suggest(draft, seen), tokens);
  const takesTop = suggestions.length > 0 && !isWritten(draft);
  // Enter takes the first one, so it is the selected one, and arrow keys start there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `draft` tells that the options are others
  useEffect(() => {
    if (takesTop) combobox.selectFirstOption();
    else combobox.resetSelectedOption();
  }, [draft, takesTop]);

  const write = (text: string) => {
    setDraft(text);
    setProblem(null);
    combobox.openDropdown();
  };
  const commit = (text: string) => {
    const { tokens: added, problems } = parseFilter(text);
    setProblem(problems[0]?.message ?? null);
    if (problems.length > 0) return combobox.closeDropdown();
    onChange(added.reduce(withToken, tokens));
    setDraft('');
    combobox.closeDropdown();
  };
  const take = ({ insert, complete }: Suggestion) => (complete ? commit(insert) : write(insert));
  const edit = (token: FilterToken) => {
    onChange(tokens.filter((other) => other !== token));
    write(printToken(token));
    inputRef.current?.focus();
  };

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(insert) => {
        const chosen = suggestions.find((suggestion) => suggestion.insert === insert);
        if (chosen !== undefined) take(chosen);
      }}
      transitionProps={{ duration: 80 }}
      shadow="md"
    >
      <Combobox.DropdownTarget>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a click beside the text is a click into the field */}
        <div
          className={classes.field}
          data-problem={problem !== null || undefined}
          onMouseDown={(event) => {
            if (event.target !== event.currentTarget) return;
            event.preventDefault();
            inputRef.current?.focus();
          }}
        >
          <Icon of={IconFilter} className={classes.icon} />
          <Chips
            ref={chips}
            tokens={tokens}
            onEdit={edit}
            onChange={onChange}
            onLeave={() => inputRef.current?.focus()}
          />
          <FilterInput
            inputRef={inputRef}
            combobox={combobox}
            draft={draft}
            hasTokens={tokens.length > 0}
            onWrite={write}
            onCommit={() => commit(draft)}
            onBack={() => {
              const last = tokens.at(-1);
              if (last !== undefined) edit(last);
            }}
            onLeft={() => lastChip(chips.current)?.focus()}
          />
          {tokens.length > 0 && (
            <button type="button" className={classes.clear} onClick={() => onChange([])}>
              {bar.clear}
            </button>
          )}
          {problem !== null && (
            <p className={classes.problem} role="alert">
              <Icon of={IconAlertTriangle} /> {problem}
            </p>
          )}
        </div>
      </Combobox.DropdownTarget>
      <Options suggestions={suggestions} />
    </Combobox>
  );
}

function FilterInput(props: {
  inputRef: RefObject<HTMLInputElement | null>;
  combobox: ComboboxStore;
  draft: string;
  hasTokens: boolean;
  onWrite: (text: string) => void;
  onCommit: () => void;
  onBack: () => void;
  onLeft: () => void;
}) {
  const { combobox, draft } = props;
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    const atStart = event.currentTarget.selectionStart === 0 && event.currentTarget.selectionEnd === 0;
    if (event.key === 'Enter' && combobox.getSelectedOptionIndex() < 0 && draft.trim() !== '') props.onCommit();
    else if (event.key === 'Backspace' && draft === '') {
      event.preventDefault();
      props.onBack();
    } else if (event.key === 'ArrowLeft' && atStart) props.onLeft();
    else if (event.key === 'Escape') {
      event.stopPropagation();
      if (!combobox.dropdownOpened) event.currentTarget.blur();
      combobox.closeDropdown();
    }
  };
  return (
    <Combobox.EventsTarget withExpandedAttribute>
      <input
        ref={props.inputRef}
        role="combobox"
        aria-expanded={combobox.dropdownOpened}
        aria-autocomplete="list"
        className={classes.input}
        aria-label={bar.label}
        placeholder={props.hasTokens ? bar.next : bar.first}
        value={draft}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => props.onWrite(event.currentTarget.value)}
        onFocus={() => combobox.openDropdown()}
        onClick={() => combobox.openDropdown()}
        onBlur={() => combobox.closeDropdown()}
        onKeyDown={keys}
      />
    </Combobox.EventsTarget>
  );
}

function Chips(props: {
  ref: RefObject<HTMLDivElement | null>;
  tokens: FilterToken[];
  onEdit: (token: FilterToken) => void;
  onChange: (tokens: FilterToken[]) => void;
  onLeave: () => void;
}) {
  const remove = (token: FilterToken) => {
    props.onChange(props.tokens.filter((other) => other !== token));
    props.onLeave();
  };
  const keys = (event: KeyboardEvent<HTMLButtonElement>, token: FilterToken) => {
    const chip = event.currentTarget.parentElement;
    if (event.key === 'Backspace' || event.key === 'Delete') remove(token);
    else if (event.key === 'ArrowLeft') chip?.previousElementSibling?.querySelector('button')?.focus();
    else if (event.key === 'ArrowRight') {
      const next = chip?.nextElementSibling?.querySelector('button');
      if (next) next.focus();
      else props.onLeave();
    } else return;
    event.preventDefault();
  };
  return (
    <div ref={props.ref} className={classes.chips}>
      {props.tokens.map((token) => {
        const { subject, relation, value } = tokenWords(token);
        const sentence = tokenSentence(token);
        return (
          <span key={printToken(token)} className={classes.chip}>
            <button
              type="button"
              className={classes.edit}
              aria-label={bar.edit(sentence)}
              title={printToken(token)}
              onClick={() => props.onEdit(token)}
              onKeyDown={(event) => keys(event, token)}
            >
              {/* The spaces part the words for who hears the chip; its gaps are those of its style. */}
              <span className={classes.subject}>{subject}</span>{' '}
              {relation !== '' && <span className={classes.relation}>{relation}</span>}{' '}
              {value !== '' && <span className={classes.value}>{value}</span>}
            </button>
            <button
              type="button"
              className={classes.remove}
              tabIndex={-1}
              aria-label={bar.remove(sentence)}
              onClick={() => remove(token)}
            >
              <Icon of={IconX} size={12} />
            </button>
          </span>
        );
      })}
    </div>
  );
}

function untaken(suggestions: Suggestion[], tokens: FilterToken[]): Suggestion[] {
  const taken = new Set(tokens.map(printToken));
  return suggestions.filter(({ insert }) => !taken.has(insert));
}

/** Reports whether the typed text is already one or more filters, or quoted text, so that Enter takes it unchanged. */
function isWritten(draft: string): boolean {
  const { tokens, problems } = parseFilter(draft);
  return tokens.some(({ kind }) => kind !== 'text') || problems.length > 0 || /^\s*("|$)/.test(draft);
}

function Options({ suggestions }: { suggestions: Suggestion[] }) {
  return (
    <Combobox.Dropdown hidden={suggestions.length === 0}>
      <Combobox.Options aria-label={bar.suggestions}>
        {suggestions.map((suggestion) => (
          <Combobox.Option key={suggestion.insert} value={suggestion.insert} className={classes.option}>
            <span className={classes.label}>{suggestion.label}</span>
            <span className={classes.hint}>{suggestion.hint}</span>
          </Combobox.Option>
        ))}
      </Combobox.Options>
    </Combobox.Dropdown>
  );
}

function lastChip(chips: HTMLDivElement | null): HTMLButtonElement | null {
  return chips?.lastElementChild?.querySelector('button') ?? null;
}
