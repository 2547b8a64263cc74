import { InputBase, useCombobox } from '@mantine/core';
import { type KeyboardEvent, Suspense, useState } from 'react';
import { useLateTarget } from '../../ui/late/use-late-target.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import type { SpanMinutes } from '../filters/live-search.ts';
import { liveWords } from '../tail/words.ts';
import classes from './span-select.module.css';

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
        aria-label={liveWords.arrivals.span}
        aria-haspopup="listbox"
        aria-expanded={false}
        autoComplete="off"
        rightSection={<Chevron />}
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

/** Draws the chevron of Mantine's Select, which would bring the styles of its list along. */
const Chevron = () => (
  <svg viewBox="0 0 15 15" className={classes.chevron} aria-hidden="true">
    <path
      fill="currentColor"
      fillRule="evenodd"
      clipRule="evenodd"
      d="M4.93179 5.43179C4.75605 5.60753 4.75605 5.89245 4.93179 6.06819C5.10753 6.24392 5.39245 6.24392 5.56819 6.06819L7.49999 4.13638L9.43179 6.06819C9.60753 6.24392 9.89245 6.24392 10.0682 6.06819C10.2439 5.89245 10.2439 5.60753 10.0682 5.43179L7.81819 3.18179C7.73379 3.0974 7.61933 3.04999 7.49999 3.04999C7.38064 3.04999 7.26618 3.0974 7.18179 3.18179L4.93179 5.43179ZM10.0682 9.56819C10.2439 9.39245 10.2439 9.10753 10.0682 8.93179C9.89245 8.75606 9.60753 8.75606 9.43179 8.93179L7.49999 10.8636L5.56819 8.93179C5.39245 8.75606 5.10753 8.75606 4.93179 8.93179C4.75605 9.10753 4.75605 9.39245 4.93179 9.56819L7.18179 11.8182C7.35753 11.9939 7.64245 11.9939 7.81819 11.8182L10.0682 9.56819Z"
    />
  </svg>
);
