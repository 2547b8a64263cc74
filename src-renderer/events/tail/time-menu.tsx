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
        <Menu.Label>{words.time.show}</Menu.Label>
        <Menu.RadioGroup value={time} onChange={(value) => onTime(timeShown.parse(value))}>
          {timeShown.options.map((option) => (
            <Menu.RadioItem key={option} value={option}>
              {words.time.shown[option]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Label>{words.time.sort}</Menu.Label>
        <Menu.RadioGroup value={order} onChange={(value) => onOrder(rowOrder.parse(value))}>
          {rowOrder.options.map((option) => (
            <Menu.RadioItem key={option} value={option}>
              {words.time.orders[option]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
