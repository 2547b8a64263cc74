import { Menu } from '@mantine/core';
import { LazyMenu } from '../../../ui/lazy/lazy-menu.tsx';
import type { LazyOverlay } from '../../../ui/lazy/use-lazy-overlay.ts';
import { type RowOrder, rowOrder, type TimeShown, timeShown } from '../../filters/live-search.ts';
import { liveWords } from '../words.ts';

export type TimeChoice = {
  time: TimeShown;
  order: RowOrder;
  onTime: (time: TimeShown) => void;
  onOrder: (order: RowOrder) => void;
};

export function TimeChoices({ overlay, time, order, onTime, onOrder }: TimeChoice & { overlay: LazyOverlay }) {
  return (
    <LazyMenu overlay={overlay} position="bottom-end" width={220}>
      <Choice title={liveWords.time.show} of={timeShown} names={liveWords.time.shown} value={time} onChange={onTime} />
      <Menu.Divider />
      <Choice
        title={liveWords.time.sort}
        of={rowOrder}
        names={liveWords.time.orders}
        value={order}
        onChange={onOrder}
      />
    </LazyMenu>
  );
}

type ChoiceProps<Option extends string> = {
  title: string;
  of: { options: readonly Option[]; parse: (value: string) => Option };
  names: Record<Option, string>;
  value: Option;
  onChange: (option: Option) => void;
};

function Choice<Option extends string>({ title, of, names, value, onChange }: ChoiceProps<Option>) {
  return (
    <>
      <Menu.Label>{title}</Menu.Label>
      <Menu.RadioGroup value={value} onChange={(chosen) => onChange(of.parse(chosen))}>
        {of.options.map((option) => (
          <Menu.RadioItem key={option} value={option}>
            {names[option]}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  );
}
