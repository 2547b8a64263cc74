import type { Flag } from '#server/flags/contract.ts';
import { useGroupTypes } from '../../persons/group-types.ts';
import { TabLink } from '../../ui/page/tab-link.tsx';
import { HistoryPanel } from '../history/history-panel.tsx';
import { OverridePanel } from '../overrides/override-panel.tsx';
import { SnippetsPanel } from '../snippets/snippets-panel.tsx';
import { UsagePanel } from '../usage/usage-panel.tsx';
import type { FlagForm } from './flag-form-values.ts';
import classes from './flag-page.module.css';
import { words } from './words.tsx';

const tabs = words.tabs.names;
export type Tab = keyof typeof tabs;

/** Returns the tab that the URL names; the rules when it names none. */
export function tabOf(text: string | undefined): Tab {
  return text !== undefined && Object.hasOwn(tabs, text) ? (text as Tab) : 'rules';
}

export function FlagTabs({ flag, current, isDirty }: { flag: Flag; current: Tab; isDirty: boolean }) {
  const marks: Partial<Record<Tab, string | false>> = {
    rules: isDirty && words.tabs.edited,
    overrides: flag.overrides > 0 && String(flag.overrides),
  };
  return (
    <nav className={classes.tabs} aria-label={words.tabs.label}>
      {(Object.keys(tabs) as Tab[]).map((tab) => (
        <TabLink
          key={tab}
          to="/feature-flags/$flagId"
          params={{ flagId: flag.id }}
          // The URL does not name the first tab.
          search={(previous) => ({ ...previous, tab: tab === 'rules' ? undefined : tab })}
          isCurrent={tab === current}
          mark={marks[tab]}
          markTone="info"
        >
          {tabs[tab]}
        </TabLink>
      ))}
    </nav>
  );
}

/** The content of each tab but the rules. */
export function FlagTab({ flag, tab, form }: { flag: Flag; tab: Tab; form: FlagForm }) {
  const types = useGroupTypes(form.groupTypeIndex);
  switch (tab) {
    case 'overrides':
      return <OverridePanel flag={flag} />;
    case 'usage':
      return <UsagePanel flag={flag} />;
    case 'history':
      return <HistoryPanel flag={flag} />;
    case 'snippets':
      return (
        <SnippetsPanel
          flagKey={flag.key}
          variants={form.isMultivariate ? form.variants.map(({ key }) => key) : []}
          hasPayload={
            form.isMultivariate
              ? form.variants.some(({ payload }) => payload.trim() !== '')
              : form.payload.trim() !== ''
          }
          groupType={types.find(({ index }) => index === form.groupTypeIndex)?.name ?? null}
        />
      );
    default:
      return null;
  }
}
