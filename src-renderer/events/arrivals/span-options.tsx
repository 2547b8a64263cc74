import { Combobox, type ComboboxStore, OptionsDropdown } from '@mantine/core';
import { Anchor } from '../../ui/late/anchor.tsx';
import type { LateTarget } from '../../ui/late/use-late-target.ts';
import { type SpanMinutes, spanMinutes } from '../filters/live-search.ts';
import { liveWords } from '../tail/words.ts';
import classes from './arrivals.module.css';

type Props = {
  combobox: ComboboxStore;
  target: LateTarget;
  minutes: SpanMinutes;
  span: string;
  onMinutes: (minutes: SpanMinutes) => void;
};

/** Its type also requires props that a Select has defaults for. */
const usual = {
  filter: undefined,
  search: undefined,
  limit: undefined,
  withScrollArea: undefined,
  maxDropdownHeight: undefined,
  unstyled: undefined,
  labelId: undefined,
  scrollAreaProps: undefined,
};

/** Shows options that look like a Select's; see `app/theme.ts`. */
export function SpanOptions({ combobox, target, minutes, span, onMinutes }: Props) {
  return (
    <Combobox
      store={combobox}
      size="xs"
      shadow="md"
      transitionProps={{ duration: 100 }}
      classNames={{ option: classes.option }}
      onOptionSubmit={(value) => {
        if (value !== String(minutes)) onMinutes(Number(value) as SpanMinutes);
        combobox.closeDropdown();
      }}
    >
      <Combobox.Target targetType="button" withExpandedAttribute>
        <Anchor target={target} />
      </Combobox.Target>
      <OptionsDropdown
        data={spanMinutes.map((value) => ({
          value: String(value),
          label: value === minutes ? span : liveWords.arrivals.windows[value],
        }))}
        value={String(minutes)}
        {...usual}
        withCheckIcon
        checkIconPosition="left"
        aria-label={liveWords.arrivals.span}
      />
    </Combobox>
  );
}
