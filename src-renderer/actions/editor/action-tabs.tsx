import classes from '../../ui/page/detail-page.module.css';
import { PageTabs, tabNamed } from '../../ui/page/page-tabs.tsx';
import { words } from './words.tsx';

const { names } = words.tabs;
export type ActionTab = keyof typeof names;

/** Returns the tab that the URL names; the definition when it names none. */
export const actionTab = (text: string | undefined): ActionTab => tabNamed(names, text) ?? 'definition';

type Props = { current: ActionTab; count: number | undefined; people: number | undefined };

export function ActionTabs({ current, count, people }: Props) {
  return (
    <PageTabs
      {...words.tabs}
      current={current}
      marks={{ count, people }}
      unnamed="definition"
      className={classes.tabs}
    />
  );
}
