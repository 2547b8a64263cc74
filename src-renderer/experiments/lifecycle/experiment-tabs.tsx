import type { Experiment } from '#server/experiments/contract.ts';
import classes from '../../ui/page/detail-page.module.css';
import { TabLink } from '../../ui/page/tab-link.tsx';

const tabs = { results: 'Results', setup: 'Setup', history: 'History', simulator: 'Simulator' } as const;
export type ExperimentTab = keyof typeof tabs;

/** What the address asks for; else what is worth a look: the setup of a draft, the results of what was launched. */
export function tabOf(text: string | undefined, { status }: Pick<Experiment, 'status'>): ExperimentTab {
  if (text !== undefined && Object.hasOwn(tabs, text)) return text as ExperimentTab;
  return status === 'draft' ? 'setup' : 'results';
}

type Props = { experiment: Experiment; current: ExperimentTab; isUnsaved: boolean };

export function ExperimentTabs({ experiment, current, isUnsaved }: Props) {
  return (
    <nav className={classes.tabs} aria-label="Parts of the experiment">
      {(Object.keys(tabs) as ExperimentTab[]).map((tab) => (
        <TabLink
          key={tab}
          to="/experiments/$experimentId"
          params={{ experimentId: experiment.id }}
          search={(previous) => ({ ...previous, tab })}
          isCurrent={tab === current}
          mark={tab === 'setup' && isUnsaved && 'edited'}
          markTone="info"
        >
          {tabs[tab]}
        </TabLink>
      ))}
    </nav>
  );
}
