import { ComboboxChevron, InputBase, useCombobox } from '@mantine/core';
import { type KeyboardEvent, Suspense, useState } from 'react';
import { useLateTarget } from '../../ui/late/use-late-target.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import type { SpanMinutes } from '../filters/live-search.ts';
import { words } from '../tail/words.ts';

const SpanOptions = lazyPart(() => import('./span-options.tsx'), 'SpanOptions');

type Props = {
  minutes: SpanMinutes;
  /** The span in effect, in words. */
  span: string;
  onMinutes: (minutes: SpanMinutes) => void;
};

/** Chooses the time span of list and counts. */
export function SpanSelect({ minutes, span, onMinutes }: Props) {
  const { target, ref, attributes, given } = useLateTarget();
  const [isUsed, setUsed] = useState(false);
  const combobox = useCombobox({
    onDropdownOpen: () => combobox.updateSelectedOptionIndex('active', { scrollIntoView: true }),
    onDropdownClose: () => setTimeout(combobox.resetSelectedOption),
  });
  return (
    <>
      <InputBase
        ref={ref}
        w={134}
        size="xs"
        readOnly
        pointer
        role="combobox"
        aria-label={words.arrivals.span}
        aria-haspopup="listbox"
        aria-expanded={false}
        autoComplete="off"
        rightSection={<ComboboxChevron size="xs" />}
        rightSectionPointerEvents="none"
        value={span}
        {...attributes}
        onFocus={() => setUsed(true)}
        onBlur={() => combobox.closeDropdown()}
        onClick={() => combobox.toggleDropdown()}
        onKeyDown={(event: KeyboardEvent) => {
          if (typeof given.current.onKeyDown === 'function') given.current.onKeyDown(event);
        }}
      />
      {isUsed && (
        <Suspense>
          <SpanOptions combobox={combobox} target={target} minutes={minutes} span={span} onMinutes={onMinutes} />
        </Suspense>
      )}
    </>
  );
}
