import { Fragment, type ReactNode } from 'react';
import { uiWords } from '../../words.ts';
import editor from '../editor.module.css';

type Props<Item> = { items: readonly Item[]; className: string; children: (item: Item, index: number) => ReactNode };

/** Lists parts of a form of which one must hold; `children` renders each as a list item. */
export function OrList<Item extends { id: string }>({ items, className, children }: Props<Item>) {
  return (
    <ol className={className}>
      {items.map((item, index) => (
        <Fragment key={item.id}>
          {index > 0 && (
            <li className={editor.or} aria-hidden="true">
              {uiWords.or}
            </li>
          )}
          {children(item, index)}
        </Fragment>
      ))}
    </ol>
  );
}
