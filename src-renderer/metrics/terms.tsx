import { Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { glossary } from './glossary-words.ts';
import { splitTerms } from './split-terms.ts';
import classes from './terms.module.css';

const events = { hover: true, focus: true, touch: true };

/** Shows a text in which each statistical term explains itself, and links to the glossary. */
export function Terms({ children }: { children: string }) {
  return splitTerms(children).map(({ text, at, term }) =>
    term === null ? (
      text
    ) : (
      <Tooltip key={at} label={glossary[term].meaning} multiline maw={340} events={events}>
        <Link to="/glossary" hash={term} className={classes.term}>
          {text}
        </Link>
      </Tooltip>
    ),
  );
}
