import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';

type Props<Value extends string> = {
  label: string;
  tabs: readonly { value: Value; label: string; panel: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
  classes: { tabs: string; list?: string; panel: string };
  /** Above the tabs. */
  head?: ReactNode;
};

/** Tabs within a page, each with its panel; only the open one is mounted. */
export function PanelTabs<Value extends string>({ label, tabs, value, onChange, classes, head }: Props<Value>) {
  return (
    <Tabs
      value={value}
      onChange={(chosen) => chosen !== null && onChange(chosen as Value)}
      keepMounted={false}
      className={classes.tabs}
    >
      {head}
      <Tabs.List className={classes.list ?? ''} aria-label={label}>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab.value} value={tab.value}>
            {tab.label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((tab) => (
        <Tabs.Panel key={tab.value} value={tab.value} className={classes.panel}>
          {tab.panel}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
