import type { Flag } from '#server/flags/contract.ts';
import { useGroupTypes } from '../../persons/group-types.ts';
import { PageTabs, tabNamed } from '../../ui/page/page-tabs.tsx';
import { FlagHistoryPanel } from '../history/history-panel.tsx';
import { OverridePanel } from '../overrides/override-panel.tsx';
import { SnippetsPanel } from '../snippets/snippets-panel.tsx';
import { UsagePanel } from '../usage/usage-panel.tsx';
import type { FlagFormValues } from './flag-form-values.ts';
import classes from './flag-page.module.css';
import { flagEditorWords } from './words.tsx';

const { names } = flagEditorWords.tabs;
export type Tab = keyof typeof names;

/** Returns the tab that the URL names; the rules when it names none. */
export const flagTab = (text: string | undefined): Tab => tabNamed(names, text) ?? 'rules';

export function FlagTabs({ flag, current, isDirty }: { flag: Flag; current: Tab; isDirty: boolean }) {
  const marks = {
    rules: isDirty && flagEditorWords.tabs.edited,
    overrides: flag.overrides || undefined,
  };
  return (
    <PageTabs
      {...flagEditorWords.tabs}
      current={current}
      marks={marks}
      unnamed="rules"
      markTone="info"
      className={classes.tabs}
    />
  );
}

/** Shows the content of each tab but the rules. */
export function FlagTab({ flag, tab, form }: { flag: Flag; tab: Tab; form: FlagFormValues }) {
  const types = useGroupTypes(form.groupTypeIndex);
  switch (tab) {
    case 'overrides':
      return <OverridePanel flag={flag} />;
    case 'usage':
      return <UsagePanel flag={flag} />;
    case 'history':
      return <FlagHistoryPanel flag={flag} />;
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
