import type { ReactNode } from 'react';
import { uiWords } from '../words.ts';
import classes from './page.module.css';

/** Lays out a page: its document title, heading, actions and content. */
export function Page(props: {
  title: string;
  /** A sentence below the heading. */
  description?: ReactNode;
  /** A link back, above the heading. */
  back?: ReactNode;
  /** Right of the heading. */
  actions?: ReactNode;
  /** Limits the width, for reading and forms. */
  narrow?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={classes.page} data-narrow={props.narrow === true || undefined}>
      <PageTitle>{props.title}</PageTitle>
      <header>
        <div className={classes.header}>
          <div className={classes.heading}>
            {props.back}
            <h1 className={classes.title} title={props.title}>
              {props.title}
            </h1>
          </div>
          {props.actions !== undefined && <div className={classes.actions}>{props.actions}</div>}
        </div>
        {props.description !== undefined && <p className={classes.description}>{props.description}</p>}
      </header>
      {props.children}
    </div>
  );
}

/** Sets the document title, for pages without the Page component. */
export function PageTitle({ children }: { children: string }) {
  return <title>{uiWords.appTitle(children)}</title>;
}
