import type { CheckResult } from '#server/expectations/contract.ts';
import { nearestWords } from '../../actions/preview/nearest-words.ts';
import { Conditions } from '../../actions/preview/why-not.tsx';
import layout from '../../ui/layout.module.css';
import { titleWords } from '../expectation-words.ts';
import { missedConditionWords } from './difference-words.ts';
import { EventLine } from './event-line.tsx';
import classes from './status.module.css';
import { expectationCheckWords } from './words.ts';

const maxEvents = 5;

/** Explains the status of an expectation: what was found, what is too many, and the nearest miss. */
export function Outcome({ result }: { result: CheckResult }) {
  const { expectation, status, found, matches, surplus, nearest } = result;
  const of = titleWords(expectation);
  const allowed = matches.slice(0, matches.length - surplus.length);
  return (
    <div className={layout.stack}>
      <p className={classes.required}>
        {expectationCheckWords.required(expectation, found)}
        {status === 'pending' && <> {expectationCheckWords.undecided}</>}
      </p>
      {allowed.length > 0 && (
        <Events
          label={expectationCheckWords.matches}
          of={of}
          events={allowed}
          count={surplus.length === 0 ? found : allowed.length}
        />
      )}
      {surplus.length > 0 && (
        <Events
          label={expectationCheckWords.surplus}
          of={of}
          events={surplus}
          count={found - allowed.length}
          first={allowed[0]}
        />
      )}
      {nearest !== null && <Nearest nearest={nearest} of={of} isRepeat={matches.includes(nearest.uuid)} />}
      {status === 'failed' && found === 0 && nearest === null && (
        <p className={classes.dim}>{expectationCheckWords.noneNear}</p>
      )}
    </div>
  );
}

/** `of`: the expectation. `count`: how many there are, also of those that are not listed. `first`: the event to compare these with. */
type EventsProps = { label: string; of: string; events: string[]; count: number; first?: string | undefined };

function Events({ label, of, events, count, first }: EventsProps) {
  const shown = events.slice(0, maxEvents);
  return (
    <section aria-label={`${label}: ${of}`}>
      <h3 className={classes.heading}>{label}</h3>
      <ul className={layout.list}>
        {shown.map((uuid) => (
          <li key={uuid}>
            <EventLine uuid={uuid} first={first} />
          </li>
        ))}
      </ul>
      {count > shown.length && <p className={classes.dim}>{expectationCheckWords.moreMatches(count - shown.length)}</p>}
    </section>
  );
}

type NearestProps = { nearest: NonNullable<CheckResult['nearest']>; isRepeat: boolean; of: string };

function Nearest({ nearest: { uuid, differences }, isRepeat, of }: NearestProps) {
  const label = isRepeat ? expectationCheckWords.repeat : expectationCheckWords.nearest;
  const conditions = differences.map((difference) => ({
    isMatch: false,
    ...missedConditionWords(difference),
    // As JSON, so that "5" is not 5.
    seen: difference.got === null ? null : <code className={classes.got}>{difference.got}</code>,
    hint: nearestWords({ ...difference, field: difference.path }),
  }));
  return (
    <section aria-label={`${label}: ${of}`}>
      <h3 className={classes.heading}>{label}</h3>
      <EventLine uuid={uuid} />
      <Conditions conditions={conditions} />
    </section>
  );
}
