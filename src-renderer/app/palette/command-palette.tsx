import { getDefaultZIndex, Loader, Modal, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import type { Project } from '#server/projects/contract.ts';
import { Icon } from '../../ui/icon.tsx';
import classes from './command-palette.module.css';
import { fieldHasKeys, palette, usePaletteState } from './palette-store.ts';
import { paletteWords } from './palette-words.ts';
import { type PaletteEntry, type PaletteGroup, rankPalette } from './rank.ts';
import { useCommands } from './use-commands.ts';
import { useFound } from './use-found.ts';

const classNames = { content: classes.content, header: classes.header };

/** Objects that the server finds, pages, projects and commands. */
export function CommandPalette({ projects, address }: { projects: Project[]; address: string | undefined }) {
  const state = usePaletteState();
  const [isMounted, setIsMounted] = useState(false);
  useEffect(() => setIsMounted(true), []);
  return (
    <Modal
      data-palette
      // Open at once, it would not know where to return the focus.
      opened={isMounted && state === 'open'}
      onClose={palette.close}
      returnFocus={state !== 'left'}
      withCloseButton={false}
      padding={0}
      size={600}
      centered={false}
      yOffset="12dvh"
      zIndex={getDefaultZIndex('max')}
      // Opened again while it closes, it would keep the old search.
      transitionProps={{ duration: 120, exitDuration: 0, transition: 'fade' }}
      title={paletteWords.title}
      classNames={classNames}
    >
      <Palette projects={projects} address={address} />
    </Modal>
  );
}

/** Shows the open palette; unmounted when closed, so that each opening starts empty. */
function Palette({ projects, address }: { projects: Project[]; address: string | undefined }) {
  const [query, setQuery] = useState('');
  /** Id of the entry that the person went to; null is the best match, whichever that becomes. */
  const [chosen, setChosen] = useState<string | null>(null);
  const [isEntered, setIsEntered] = useState(false);
  const listId = useId();
  const found = useFound(query);
  const commands = useCommands(projects, address);
  const groups = rankPalette(query, [...found.groups, ...commands]);
  const entries = groups.flatMap((group) => group.entries);
  const selected = entries.find(({ id }) => id === chosen) ?? entries[0];
  const open = (entry: PaletteEntry | undefined) => {
    if (entry === undefined) return;
    palette.close();
    // The page that opens gets the focus only while nothing has it.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    entry.run();
  };
  useEffect(() => () => void fieldHasKeys(false), []);
  // Enter pressed before the answer is there opens what the answer makes the best match.
  useEffect(() => {
    if (!isEntered || found.isPending) return;
    setIsEntered(false);
    open(selected);
  });
  const takeKeys = () => {
    const [typed = '', ...entered] = fieldHasKeys(true).split('\n');
    setQuery(query + typed);
    if (entered.length > 0) setIsEntered(true);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const index = selected === undefined ? -1 : entries.indexOf(selected);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setChosen(entries.at((index + step) % entries.length)?.id ?? null);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (found.isPending && selected?.id !== chosen) setIsEntered(true);
      else open(selected);
    }
  };
  return (
    <>
      <TextInput
        size="lg"
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={selected === undefined ? undefined : `${listId}-${selected.id}`}
        aria-label={paletteWords.hint}
        placeholder={paletteWords.hint}
        classNames={{ input: classes.search }}
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        leftSection={<Icon of={IconSearch} size={16} />}
        rightSection={isEntered && <Loader size={14} />}
        value={query}
        onFocus={takeKeys}
        onChange={(event) => {
          setQuery(event.currentTarget.value);
          setChosen(null);
          setIsEntered(false);
        }}
        onKeyDown={onKeyDown}
      />
      <Matches
        listId={listId}
        groups={groups}
        selected={selected}
        isPending={found.isPending}
        onChoose={setChosen}
        onOpen={open}
      />
    </>
  );
}

type MatchesProps = {
  listId: string;
  groups: PaletteGroup[];
  selected: PaletteEntry | undefined;
  isPending: boolean;
  onChoose: (id: string) => void;
  onOpen: (entry: PaletteEntry) => void;
};

function Matches({ listId, groups, selected, isPending, onChoose, onOpen }: MatchesProps) {
  const selectedId = selected?.id;
  useEffect(() => {
    if (selectedId !== undefined)
      document.getElementById(`${listId}-${selectedId}`)?.scrollIntoView({ block: 'nearest' });
  }, [listId, selectedId]);
  return (
    <>
      <div id={listId} role="listbox" aria-label={paletteWords.title} className={classes.list}>
        {groups.map(({ name, entries }) => (
          // biome-ignore lint/a11y/useSemanticElements: a listbox may have no fieldset
          <div key={name} role="group" aria-label={name}>
            <div className={classes.group} aria-hidden="true">
              {name}
            </div>
            {entries.map((entry) => (
              // The field keeps the focus and has the keys.
              // biome-ignore lint/a11y/useKeyWithClickEvents: see above
              <div
                key={entry.id}
                id={`${listId}-${entry.id}`}
                role="option"
                tabIndex={-1}
                aria-selected={entry.id === selectedId}
                className={classes.entry}
                onMouseMove={() => entry.id !== selectedId && onChoose(entry.id)}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onOpen(entry)}
              >
                <span className={classes.label}>{entry.label}</span>
                <span className={classes.description}>{entry.description}</span>
              </div>
            ))}
          </div>
        ))}
      </div>
      {groups.length === 0 && !isPending && (
        <p role="status" className={classes.empty}>
          {paletteWords.nothingFound}
        </p>
      )}
    </>
  );
}
