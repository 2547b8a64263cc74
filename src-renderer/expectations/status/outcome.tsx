import type { CheckResult } from '#server/expectations/contract.ts';
import { Conditions } from '../../actions/preview/why-not.tsx';
import { countWords } from '../expectation-words.ts';
import { differenceWords } from './difference-words.ts';
import { EventLine } from './event-line.tsx';
import classes from './status.module.css';
import { words } from './words.ts';

const maxMatches = 5;

/** Why an expectation has its status: what was found, and the nearest miss. */
export function Outcome({ result }: { result: CheckResult }) {
  const { expectation, status, found, matches, nearest } = result;
  return (
    <div className={classes.outcome}>
      <p className={classes.required}>
        {words.required(countWords(expectation.count), found)}
        {status === 'pending' && <> {words.undecided}</>}
      </p>
      {matches.length > 0 && <Matches matches={matches} found={found} />}
      {nearest !== null && <Nearest nearest={nearest} isRepeat={matches.includes(nearest.uuid)} />}
      {status === 'failed' && found === 0 && nearest === null && <p className={classes.dim}>{words.noneNear}</p>}
    </div>
  );
}

function Matches({ matches, found }: Pick<CheckResult, 'matches' | 'found'>) {
  const shown = matches.slice(0, maxMatches);
  return (
    <section aria-label={words.matches}>
      <h3 className={classes.heading}>{words.matches}</h3>
      <ul className={classes.events}>
        {shown.map((uuid) => (
          <li key={uuid}>
            <EventLine uuid={uuid} />
          </li>
        ))}
      </ul>
      {found > shown.length && <p className={classes.dim}>{words.moreMatches(found - shown.length)}</p>}
    </section>
  );
}

type NearestProps = { nearest: NonNullable<CheckResult['nearest']>; isRepeat: boolean };

function Nearest({ nearest: { uuid, differences }, isRepeat }: NearestProps) {
  const label = isRepeat ? words.repeat : words.nearest;
  const conditions = differences.map(({ path, wanted, got, nearest }) => ({
    field: path,
    wanted,
    seen: got,
    nearest,
    is_match: false,
  }));
  return (
    <section aria-label={label}>
      <h3 className={classes.heading}>{label}</h3>
      <EventLine uuid={uuid} />
      <Conditions
        conditions={conditions}
        wordsOf={({ field, wanted, seen }) => ({
          ...differenceWords(field, wanted),
          // As JSON, so that "5" is not 5.
          seen: seen === null ? null : <code className={classes.got}>{seen}</code>,
        })}
      />
    </section>
  );
}
