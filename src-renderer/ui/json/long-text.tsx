import { useState } from 'react';
import { formatCount } from '../format.ts';
import classes from './json-tree.module.css';

/** Characters that are drawn at first, and at most: millions on one line keep the browser busy for seconds. */
const FIRST_LENGTH = 2000;
const MOST_LENGTH = 100_000;

/** A text in JSON's quotes. A long one is cut, with a way to see more; its copy button has all of it. */
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
            ? `Show all ${formatCount(text.length)} characters`
            : `Show the first ${formatCount(MOST_LENGTH)} of ${formatCount(text.length)} characters`}
        </button>
      ) : (
        <span className={classes.none}>{formatCount(text.length)} characters in all; Copy takes all of them.</span>
      )}
    </>
  );
}
