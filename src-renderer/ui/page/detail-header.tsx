import type { ReactNode, Ref } from 'react';
import classes from './detail-page.module.css';
import { PageTitle } from './page.tsx';

type Props = {
  /** Names the window too. */
  name: string;
  /** In place of the name, where it can be edited. */
  title?: ReactNode;
  isMono?: boolean;
  back: ReactNode;
  beside?: ReactNode;
  below?: ReactNode;
  actions: ReactNode;
  /** After the actions, for what saves the form of the page. */
  saveSlot?: Ref<HTMLDivElement>;
  /** Where no tabs follow that bring a line. */
  hasLine?: boolean;
};

/** The head of a page about one thing: its name and state, and what can be done with it whatever is open below. */
export function DetailHeader(props: Props) {
  const { name, title = name, isMono = false, back, beside, below, actions, saveSlot, hasLine = false } = props;
  return (
    <header className={classes.header} data-line={hasLine || undefined}>
      <PageTitle>{name}</PageTitle>
      <div className={classes.heading}>
        {back}
        <div className={classes.titleLine}>
          <h1 className={classes.title} {...(isMono && { 'data-mono': true, title: name })}>
            {title}
          </h1>
          {beside}
        </div>
        {below}
      </div>
      <div className={classes.actions}>
        {actions}
        <div ref={saveSlot} className={classes.slot} />
      </div>
    </header>
  );
}
