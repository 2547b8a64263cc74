import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { formatCount } from '../format.ts';
import classes from './tabs.module.css';

type Props<Tab extends string> = {
  label: string;
  /** By tab, in order. */
  names: Readonly<Record<Tab, string>>;
  current: Tab;
  /** The tab that the address does not name. */
  unnamed?: Tab;
  /** Whether a tab keeps other search parameters, such as filters. */
  keepsSearch?: boolean;
  /** Beside the name of a tab: a count or a word. */
  marks?: Partial<Record<Tab, number | string | false | undefined>>;
  markTone?: 'info';
  className: string;
};

/** Shows the tabs of a page, which its address names. */
export function PageTabs<Tab extends string>(props: Props<Tab>) {
  const { label, names, current, unnamed, keepsSearch = true, marks, markTone, className } = props;
  return (
    <nav className={className} aria-label={label}>
      {tabsOf(names).map((tab) => (
        <TabLink
          key={tab}
          to="."
          search={(previous) => ({ ...(keepsSearch && previous), tab: tab === unnamed ? undefined : tab })}
          isCurrent={tab === current}
          mark={markText(marks?.[tab])}
          markTone={markTone}
        >
          {names[tab]}
        </TabLink>
      ))}
    </nav>
  );
}

type ListTabsProps<Tab extends string> = Pick<Props<Tab>, 'label' | 'names' | 'current' | 'marks'>;

/** Shows the tabs of a list page, of which the list itself is `all`. No tab keeps the filters of another. */
export const ListTabs = <Tab extends string>(props: ListTabsProps<Tab | 'all'>) => (
  <PageTabs {...props} unnamed="all" keepsSearch={false} className={classes.tabs} />
);

const markText = (mark: number | string | false | undefined) => (typeof mark === 'number' ? formatCount(mark) : mark);

const tabsOf = <Tab extends string>(names: Readonly<Record<Tab, string>>) => Object.keys(names) as Tab[];

/** Returns the tab that an address names, if there is one. */
export const tabNamed = <Tab extends string>(names: Readonly<Record<Tab, string>>, text: string | undefined) =>
  tabsOf(names).find((tab) => tab === text);

type TabLinkProps = ComponentProps<'a'> & {
  isCurrent: boolean;
  /** Beside the label: a count, or in `info` a hint. */
  mark?: string | false | undefined;
  markTone?: 'info' | undefined;
};

function TabAnchor({ isCurrent, mark = false, markTone, children, ...props }: TabLinkProps) {
  return (
    <a {...props} className={classes.tab} data-current={isCurrent} aria-current={isCurrent ? 'page' : undefined}>
      {children}{' '}
      {mark !== false && (
        <span className={classes.mark} data-tone={markTone}>
          {mark}
        </span>
      )}
    </a>
  );
}

/** A link to a part of a page. Stands in a `nav` of the class `tabs`. */
const TabLink = createLink(TabAnchor);
