import { Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Icon } from '../../ui/icon.tsx';
import { type RowOrder, rowOrder, type TimeShown, timeShown } from '../filters/live-search.ts';
import classes from './time-menu.module.css';
import { words } from './words.ts';

type Props = {
  time: TimeShown;
  order: RowOrder;
  onTime: (time: TimeShown) => void;
  onOrder: (order: RowOrder) => void;
};

/** The head of the time column: what it shows, and what the list is sorted by. */
export function TimeMenu({ time, order, onTime, onOrder }: Props) {
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <button type="button" className={classes.head} aria-label={words.time.menu(words.time.head[order])}>
          {words.time.head[order]} <Icon of={IconChevronDown} size={12} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Choice title={words.time.show} of={timeShown} names={words.time.shown} value={time} onChange={onTime} />
        <Menu.Divider />
        <Choice title={words.time.sort} of={rowOrder} names={words.time.orders} value={order} onChange={onOrder} />
      </Menu.Dropdown>
    </Menu>
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
