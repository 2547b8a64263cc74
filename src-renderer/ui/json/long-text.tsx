import { useState } from 'react';
import { uiWords } from '../words.ts';
import classes from './json-tree.module.css';

/** Characters drawn initially, and at most: millions on one line block the browser for seconds. */
const FIRST_LENGTH = 2000;
const MAX_LENGTH = 100_000;

/** Shows a text in JSON's quotes. A long one is cut, with a button that shows more; its copy button copies all of it. */
export function LongText({ text }: { text: string }) {
  const [most, setMost] = useState(FIRST_LENGTH);
  if (text.length <= most) return <Quoted text={text} />;
  const isExpandable = most < MAX_LENGTH;
  return (
    <>
      {JSON.stringify(text.slice(0, most)).slice(0, -1)}…{' '}
      {isExpandable ? (
        <button type="button" className={classes.more} onClick={() => setMost(MAX_LENGTH)}>
          {text.length <= MAX_LENGTH
            ? uiWords.json.showAll(text.length)
            : uiWords.json.showFirst(MAX_LENGTH, text.length)}
        </button>
      ) : (
        <span className={classes.none}>{uiWords.json.characters(text.length)}</span>
      )}
    </>
  );
}

/** Marks white space at either end, which nobody sees otherwise; a line break in JSON is `\n`. */
function Quoted({ text }: { text: string }) {
  const [, before = '', inner = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? [];
  if (before === '' && after === '') return JSON.stringify(text);
  return (
    <>
      "<Space text={before} />
      {escaped(inner)}
      <Space text={after} />"
    </>
  );
}

function Space({ text }: { text: string }) {
  return text !== '' && <span className={classes.space}>{escaped(text)}</span>;
}

const escaped = (text: string) => JSON.stringify(text).slice(1, -1);
