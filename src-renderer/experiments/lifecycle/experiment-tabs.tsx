import type { Experiment } from '#server/experiments/contract.ts';
import classes from '../../ui/page/detail-page.module.css';
import { PageTabs, tabNamed } from '../../ui/page/page-tabs.tsx';
import { lifecycleWords } from './words.tsx';

const { names } = lifecycleWords.page.tabs;
export type ExperimentTab = keyof typeof names;

/** Returns the tab in the address; by default the setup of a draft, else the results. */
export const experimentTab = (text: string | undefined, { status }: Pick<Experiment, 'status'>): ExperimentTab =>
  tabNamed(names, text) ?? (status === 'draft' ? 'setup' : 'results');

export function ExperimentTabs({ current, isUnsaved }: { current: ExperimentTab; isUnsaved: boolean }) {
  const marks = { setup: isUnsaved && lifecycleWords.page.edited };
  return (
    <PageTabs {...lifecycleWords.page.tabs} current={current} marks={marks} markTone="info" className={classes.tabs} />
  );
}
