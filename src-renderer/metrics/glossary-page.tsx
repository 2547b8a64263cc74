import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Page } from '../ui/page/page.tsx';
import classes from './glossary-page.module.css';
import { type GlossaryTerm, glossary, glossaryWords } from './glossary-words.ts';

const terms: [id: string, term: GlossaryTerm][] = Object.entries(glossary);

/** Lists all statistical terms; a link to one has its id as the hash. */
export function GlossaryPage() {
  const current = useLocation({ select: ({ hash }) => hash });
  useEffect(() => document.getElementById(current)?.scrollIntoView({ block: 'center' }), [current]);
  return (
    <Page title={glossaryWords.title} description={glossaryWords.about}>
      <dl className={classes.terms}>
        {terms.map(([id, { term, meaning }]) => (
          <div key={id} id={id} className={classes.entry} data-current={id === current || undefined}>
            <dt>{term}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Page>
  );
}
