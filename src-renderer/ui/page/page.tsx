import type { ReactNode } from 'react';
import classes from './page.module.css';

/** The frame of a page that is read from top to bottom: its document title, heading, actions and content. */
export function Page(props: {
  title: string;
  /** Under the heading, in a sentence. */
  description?: ReactNode;
  /** Above the heading: the way back. */
  back?: ReactNode;
  /** Right of the heading. */
  actions?: ReactNode;
  /** Width for reading and forms; without it the content takes the whole width. */
  narrow?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={classes.page} data-narrow={props.narrow === true || undefined}>
      <PageTitle>{props.title}</PageTitle>
      <header className={classes.header}>
        <div className={classes.heading}>
          {props.back}
          <h1 className={classes.title} title={props.title}>
            {props.title}
          </h1>
          {props.description !== undefined && <p className={classes.description}>{props.description}</p>}
        </div>
        {props.actions !== undefined && <div className={classes.actions}>{props.actions}</div>}
      </header>
      {props.children}
    </div>
  );
}

/** Sets the title of the window; for pages that have no visible heading of the Page kind. */
export function PageTitle({ children }: { children: string }) {
  return <title>{`${children} · Benchtop`}</title>;
}
