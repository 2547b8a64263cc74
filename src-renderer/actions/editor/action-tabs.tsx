import type { Action } from '#server/actions/contract.ts';
import { formatCount } from '../../ui/format.ts';
import classes from '../../ui/page/detail-page.module.css';
import { TabLink } from '../../ui/page/tab-link.tsx';
import { words } from './words.tsx';

const tabs = words.tabs.names;
export type ActionTab = keyof typeof tabs;

/** Returns the tab that the URL names; the definition when it names none. */
export function tabOf(text: string | undefined): ActionTab {
  return text !== undefined && Object.hasOwn(tabs, text) ? (text as ActionTab) : 'definition';
}

type Props = { action: Action; current: ActionTab; count: number | undefined; people: number | undefined };

export function ActionTabs({ action, current, count, people }: Props) {
  const marks: Partial<Record<ActionTab, number | undefined>> = { count, people };
  return (
    <nav className={classes.tabs} aria-label={words.tabs.label}>
      {(Object.keys(tabs) as ActionTab[]).map((tab) => (
        <TabLink
          key={tab}
          to="/actions/$actionId"
          params={{ actionId: action.id }}
          search={(previous) => ({ ...previous, tab: tab === 'definition' ? undefined : tab })}
          isCurrent={tab === current}
          mark={marks[tab] !== undefined && formatCount(marks[tab])}
        >
          {tabs[tab]}
        </TabLink>
      ))}
    </nav>
  );
}
