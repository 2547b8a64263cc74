import { Combobox, type ComboboxStore } from '@mantine/core';
import { useEffect } from 'react';
import { Anchor } from '../../ui/lazy/anchor.tsx';
import type { LazyTarget } from '../../ui/lazy/use-lazy-target.ts';
import classes from './filter-bar.module.css';
import type { Suggestion } from './filter-suggestions.ts';
import { words } from './words.ts';

type Props = {
  combobox: ComboboxStore;
  /** The element whose width the list has. */
  field: LazyTarget;
  input: LazyTarget;
  suggestions: Suggestion[];
  draft: string;
  /** Whether Enter takes the first suggestion. */
  takesTop: boolean;
  onTake: (suggestion: Suggestion) => void;
};

/** Shows the suggestions below the filter, and handles the keys that move in them. */
export function FilterOptions({ combobox, field, input, suggestions, draft, takesTop, onTake }: Props) {
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(insert) => {
        const chosen = suggestions.find((suggestion) => suggestion.insert === insert);
        if (chosen !== undefined) onTake(chosen);
      }}
      transitionProps={{ duration: 80 }}
      shadow="md"
    >
      <Combobox.DropdownTarget>
        <Anchor target={field} />
      </Combobox.DropdownTarget>
      <Combobox.EventsTarget withExpandedAttribute>
        <Anchor target={input} />
      </Combobox.EventsTarget>
      <Combobox.Dropdown hidden={suggestions.length === 0}>
        <Combobox.Options aria-label={words.bar.suggestions}>
          {suggestions.map((suggestion) => (
            <Combobox.Option key={suggestion.insert} value={suggestion.insert} className={classes.option}>
              <span className={classes.label}>{suggestion.label}</span>
              <span className={classes.hint}>{suggestion.hint}</span>
            </Combobox.Option>
          ))}
        </Combobox.Options>
        <Selection combobox={combobox} draft={draft} takesTop={takesTop} />
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** Selects the first option, which Enter takes and arrow keys start from. Rendered beside the options, which have to exist. */
function Selection({ combobox, draft, takesTop }: Pick<Props, 'combobox' | 'draft' | 'takesTop'>) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `draft` tells that the options are others
  useEffect(() => {
    if (takesTop) combobox.selectFirstOption();
    else combobox.resetSelectedOption();
  }, [draft, takesTop]);
  return null;
}
