import type { Flag } from '#server/flags/contract.ts';
import { useGroupTypes } from '../../persons/group-types.ts';
import { TabLink } from '../../ui/page/tab-link.tsx';
import { HistoryPanel } from '../history/history-panel.tsx';
import { OverridePanel } from '../overrides/override-panel.tsx';
import { SnippetsPanel } from '../snippets/snippets-panel.tsx';
import { UsagePanel } from '../usage/usage-panel.tsx';
import type { FlagForm } from './flag-form-values.ts';
import classes from './flag-page.module.css';

const tabs = {
  rules: 'Rules',
  overrides: 'Overrides',
  usage: 'Usage',
  history: 'History',
  snippets: 'Snippets',
} as const;
export type Tab = keyof typeof tabs;

/** What the address asks for; the rules where it asks for nothing that is there. */
export function tabOf(text: string | undefined): Tab {
  return text !== undefined && Object.hasOwn(tabs, text) ? (text as Tab) : 'rules';
}

export function FlagTabs({ flag, current, isDirty }: { flag: Flag; current: Tab; isDirty: boolean }) {
  const marks: Partial<Record<Tab, string | false>> = {
    rules: isDirty && 'edited',
    overrides: flag.overrides > 0 && String(flag.overrides),
  };
  return (
    <nav className={classes.tabs} aria-label="Parts of the flag">
      {(Object.keys(tabs) as Tab[]).map((tab) => (
        <TabLink
          key={tab}
          to="/feature-flags/$flagId"
          params={{ flagId: flag.id }}
          // The first tab is the one that the address does not name.
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

/** What stands under the tabs beside the rules. */
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
