import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { CheckResult } from '#server/expectations/contract.ts';
import { FoldButton } from '../../ui/fold-button.tsx';
import listPage from '../../ui/page/list-page.module.css';
import { expectationSentence, titleWords } from '../expectation-words.ts';
import { ExpectationMenu } from '../list/expectation-menu.tsx';
import { nearestInShort } from './difference-words.ts';
import { ExpectationStatus } from './expectation-status.tsx';
import { Outcome } from './outcome.tsx';
import classes from './status.module.css';
import { expectationCheckWords } from './words.ts';

/** Shows an expectation with its status in a test run; a failed one unfolded. */
export function ResultItem({ result }: { result: CheckResult }) {
  const { expectation, status, found } = result;
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isOpen = chosen ?? status === 'failed';
  const title = titleWords(expectation);
  return (
    <li className={classes.result}>
      <div className={classes.head}>
        <FoldButton isOpen={isOpen} onToggle={() => setChosen(!isOpen)} label={expectationCheckWords.why(title)} />
        <span className={classes.status}>
          <ExpectationStatus quiet status={status} />
        </span>
        <span className={classes.title} title={expectationSentence(expectation)}>
          {expectation.id === null ? title : <TitleLink id={expectation.id} title={title} />}
          {expectation.name !== '' && <span className={classes.said}>{expectationSentence(expectation)}</span>}
        </span>
        <span className={classes.found}>{expectationCheckWords.found(found)}</span>
        {expectation.id !== null && <ExpectationMenu expectation={{ ...expectation, id: expectation.id }} />}
      </div>
      {!isOpen && result.nearest !== null && <p className={classes.missed}>{nearestInShort(result.nearest)}</p>}
      {isOpen && (
        <div className={classes.why}>
          <Outcome result={result} />
        </div>
      )}
    </li>
  );
}

const TitleLink = ({ id, title }: { id: number; title: string }) => (
  <Link to="/test-runs/expectations/$expectationId" params={{ expectationId: id }} className={listPage.name}>
    {title}
  </Link>
);
