import { type ComboboxStore, useCombobox } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { IconAlertTriangle, IconFilter, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, Suspense, useRef, useState } from 'react';
import { useProject } from '../../projects/current-project.ts';
import { foundTestRunsQuery } from '../../test-runs/queries.ts';
import { Icon } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazy/lazy-part.ts';
import { useLazyTarget } from '../../ui/lazy/use-lazy-target.ts';
import looks from '../../ui/text.module.css';
import { seenNamesQuery } from '../queries.ts';
import classes from './filter-bar.module.css';
import { type Suggestion, suggest } from './filter-suggestions.ts';
import { type FilterToken, parseFilter, printToken, withToken } from './filter-tokens.ts';
import { tokenSentence, tokenWords } from './filter-words.ts';
import { words } from './words.ts';

const { bar } = words;

const FilterOptions = lazyPart(() => import('./filter-options.tsx'), 'FilterOptions');

type Props = {
  tokens: FilterToken[];
  setAt: number;
  onChange: (tokens: FilterToken[]) => void;
  inputRef: RefObject<HTMLInputElement | null>;
};
const noNames = { events: [], properties: [] };

/** Shows the filter as chips with a field for the next one; suggestions come from what the project has seen. */
export function FilterBar({ tokens, setAt, onChange, inputRef }: Props) {
  const project = useProject();
  const { data: names = noNames } = useQuery(seenNamesQuery(project.id));
  const { data: runs = [] } = useQuery(foundTestRunsQuery(project.id, ''));
  const seen = { ...names, testRuns: runs.map(({ name }) => name) };
  const [draft, setDraft] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const chips = useRef<HTMLDivElement>(null);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const field = useLazyTarget();
  const input = useLazyTarget();
  const hasOpened = useRef(false);
  hasOpened.current ||= combobox.dropdownOpened;
  const suggestions = untaken(suggest(draft, seen), tokens);
  // Enter takes the first one, also before the list is loaded.
  const takesTop = suggestions.length > 0 && !isWritten(draft);
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
  const [top] = suggestions;
  const enter = () => {
    const isLoaded = 'onKeyDown' in input.given.current;
    if (!isLoaded && takesTop && top !== undefined) take(top);
    else commit(draft);
  };
  const edit = (token: FilterToken) => {
    onChange(tokens.filter((other) => other !== token));
    write(printToken(token));
    inputRef.current?.focus();
  };

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a click beside the text is a click into the field */}
      <div
        ref={field.ref}
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
          setAt={setAt}
          onEdit={edit}
          onChange={onChange}
          onLeave={() => inputRef.current?.focus()}
        />
        <FilterInput
          inputRef={inputRef}
          input={input}
          combobox={combobox}
          draft={draft}
          hasTokens={tokens.length > 0}
          onWrite={write}
          onCommit={enter}
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
      {hasOpened.current && (
        <Suspense>
          <FilterOptions
            combobox={combobox}
            field={field.target}
            input={input.target}
            suggestions={suggestions}
            draft={draft}
            takesTop={takesTop}
            onTake={take}
          />
        </Suspense>
      )}
    </>
  );
}

function FilterInput(props: {
  inputRef: RefObject<HTMLInputElement | null>;
  input: ReturnType<typeof useLazyTarget>;
  combobox: ComboboxStore;
  draft: string;
  hasTokens: boolean;
  onWrite: (text: string) => void;
  onCommit: () => void;
  onBack: () => void;
  onLeft: () => void;
}) {
  const { combobox, draft, input } = props;
  const ref = useMergedRef(props.inputRef, input.ref);
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
    if (typeof input.given.current.onKeyDown === 'function') input.given.current.onKeyDown(event);
  };
  return (
    <input
      ref={ref}
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      aria-autocomplete="list"
      className={classes.input}
      aria-label={bar.label}
      placeholder={props.hasTokens ? bar.next : bar.first}
      value={draft}
      spellCheck={false}
      autoComplete="off"
      {...input.attributes}
      onChange={(event) => props.onWrite(event.currentTarget.value)}
      onFocus={() => combobox.openDropdown()}
      onClick={() => combobox.openDropdown()}
      onBlur={() => combobox.closeDropdown()}
      onKeyDown={keys}
    />
  );
}

function Chips(props: {
  ref: RefObject<HTMLDivElement | null>;
  tokens: FilterToken[];
  setAt: number;
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
        const { subject, relation, value } = tokenWords(token, props.setAt);
        const sentence = tokenSentence(token, props.setAt);
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
              {/* The spaces separate the words for screen readers; the visible gaps are margins. */}
              <span className={classes.subject}>{subject}</span>{' '}
              {relation !== '' && <span className={looks.muted}>{relation}</span>}{' '}
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

function lastChip(chips: HTMLDivElement | null): HTMLButtonElement | null {
  return chips?.lastElementChild?.querySelector('button') ?? null;
}
