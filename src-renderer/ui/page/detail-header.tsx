import type { ReactNode, Ref } from 'react';
import { useFocusKept } from '../use-focus-kept.ts';
import classes from './detail-page.module.css';
import { PageTitle } from './page.tsx';

type Props = {
  /** Also the document title. */
  name: string;
  /** Replaces the name if it is editable. */
  title?: ReactNode;
  isMono?: boolean;
  back: ReactNode;
  beside?: ReactNode;
  below?: ReactNode;
  actions: ReactNode;
  /** After the actions: where the form draws its save buttons. */
  saveSlot?: Ref<HTMLDivElement>;
  /** Draws a line below, where no tabs follow. */
  hasLine?: boolean;
};

/** Shows the header of a page about one thing: its name, state and actions, the same for all tabs. */
export function DetailHeader(props: Props) {
  const { name, title = name, isMono = false, back, beside, below, actions, saveSlot, hasLine = false } = props;
  const focus = useFocusKept<HTMLHeadingElement>();
  return (
    <header className={classes.header} data-line={hasLine || undefined}>
      <PageTitle>{name}</PageTitle>
      <div className={classes.heading}>
        {back}
        <div className={classes.titleLine}>
          <h1 ref={focus.place} className={classes.title} {...(isMono && { 'data-mono': true, title: name })}>
            {title}
          </h1>
          {beside}
        </div>
        {below}
      </div>
      <div className={classes.actions} {...focus.actions}>
        {actions}
        <div ref={saveSlot} className={classes.slot} />
      </div>
    </header>
  );
}
