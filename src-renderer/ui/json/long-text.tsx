import { useState } from 'react';
import { uiWords } from '../words.ts';
import classes from './json-tree.module.css';

/** Characters drawn initially, and at most: millions on one line block the browser for seconds. */
const FIRST_LENGTH = 2000;
const MOST_LENGTH = 100_000;

/** A text in JSON's quotes. A long one is cut, with a button that shows more; its copy button copies all of it. */
export function LongText({ text }: { text: string }) {
  const [most, setMost] = useState(FIRST_LENGTH);
  if (text.length <= most) return JSON.stringify(text);
  const isExpandable = most < MOST_LENGTH;
  return (
    <>
      {JSON.stringify(text.slice(0, most)).slice(0, -1)}…{' '}
      {isExpandable ? (
        <button type="button" className={classes.more} onClick={() => setMost(MOST_LENGTH)}>
          {text.length <= MOST_LENGTH
            ? uiWords.json.showAll(text.length)
            : uiWords.json.showFirst(MOST_LENGTH, text.length)}
        </button>
      ) : (
        <span className={classes.none}>{uiWords.json.characters(text.length)}</span>
      )}
    </>
  );
}
