import type { Experiment } from '#server/experiments/contract.ts';
import classes from '../../ui/page/detail-page.module.css';
import { TabLink } from '../../ui/page/tab-link.tsx';
import { words } from './words.tsx';

const { tabs } = words.page;
export type ExperimentTab = keyof typeof tabs;

/** Returns the tab in the address; by default the setup of a draft, else the results. */
export function tabOf(text: string | undefined, { status }: Pick<Experiment, 'status'>): ExperimentTab {
  if (text !== undefined && Object.hasOwn(tabs, text)) return text as ExperimentTab;
  return status === 'draft' ? 'setup' : 'results';
}

type Props = { experiment: Experiment; current: ExperimentTab; isUnsaved: boolean };

export function ExperimentTabs({ experiment, current, isUnsaved }: Props) {
  return (
    <nav className={classes.tabs} aria-label={words.page.tabsLabel}>
      {(Object.keys(tabs) as ExperimentTab[]).map((tab) => (
        <TabLink
          key={tab}
          to="/experiments/$experimentId"
          params={{ experimentId: experiment.id }}
          search={(previous) => ({ ...previous, tab })}
          isCurrent={tab === current}
          mark={tab === 'setup' && isUnsaved && words.page.edited}
          markTone="info"
        >
          {tabs[tab]}
        </TabLink>
      ))}
    </nav>
  );
}
