import { useQuery } from '@tanstack/react-query';
import type { EventDiff } from '#server/diff/contract.ts';
import type { EventDetail } from '#server/events/contract.ts';
import { DifferenceList } from '../../../diff/difference-list.tsx';
import { DifferenceRow } from '../../../diff/difference-row.tsx';
import { eventDiffQuery } from '../../../diff/queries.ts';
import { diffWords } from '../../../diff/words.ts';
import { useProject } from '../../../projects/current-project.ts';
import { QueryState } from '../../../ui/feedback/query-state.tsx';
import layout from '../../../ui/layout.module.css';
import linkButton from '../../../ui/page/link-button.module.css';
import { RelativeTime } from '../../../ui/table/relative-time.tsx';
import looks from '../../../ui/text.module.css';
import { CompareWith } from './compare-with.tsx';
import classes from './diff-tab.module.css';
import { words } from './words.ts';

type Props = {
  event: EventDetail;
  marked: string | undefined;
  /** What the event is compared with, as the parameter `with` of the API. */
  compareWith: string | undefined;
  onCompareWith: (compareWith: string) => void;
  onSelect: (uuid: string) => void;
};

/** Shows what differs from an earlier event, the marked one, or a pinned one. */
export function DiffTab(props: Props) {
  const { event, marked, compareWith, onCompareWith } = props;
  if (event.status !== 'accepted') return <p className={looks.note}>{words.notAccepted}</p>;
  const chosen = compareWith === undefined || compareWith === event.uuid ? 'previous' : compareWith;
  return (
    <div className={layout.stack}>
      <CompareWith event={event} marked={marked} value={chosen} onChange={onCompareWith} />
      <Compared {...props} chosen={chosen} />
    </div>
  );
}

function Compared({ event, chosen, onSelect }: Props & { chosen: string }) {
  const project = useProject();
  const query = useQuery(eventDiffQuery(project.id, event.uuid, chosen));
  const { data: diff } = query;
  if (diff === undefined) return <QueryState query={query} what={diffWords.what} rows={4} />;
  if (diff.old === null) {
    const missing = words.missing[diff.old_missing ?? 'no_older_event'];
    return <p className={looks.note}>{missing(diff.new.event, event.test_run)}</p>;
  }
  return (
    <>
      <Summary diff={diff} old={diff.old} onSelect={onSelect} />
      <DifferenceList key={event.uuid} differences={diff.differences}>
        {(difference, onMask) => (
          <DifferenceRow
            key={JSON.stringify(difference.path)}
            difference={{ ...difference, event: diff.new.event }}
            values={difference}
            onMask={onMask}
          />
        )}
      </DifferenceList>
    </>
  );
}

type SummaryProps = Pick<Props, 'onSelect'> & { diff: EventDiff; old: NonNullable<EventDiff['old']> };

/** Says how much differs, and from which event. */
function Summary({ diff, old, onSelect }: SummaryProps) {
  const counted = diff.differences.filter(({ mask }) => mask === null).length;
  return (
    <p className={classes.summary}>
      <b role="status">{counted === 0 ? wordsOfNone(diff) : diffWords.differences(counted)}</b>
      <span>
        {words.to}{' '}
        <button type="button" className={linkButton.link} onClick={() => onSelect(old.uuid)}>
          {old.event}
        </button>
        , {old.distinct_id}, {old.test_run !== null && `${old.test_run}, `}
        <RelativeTime date={old.timestamp} />
      </span>
    </p>
  );
}

function wordsOfNone({ is_same, differences }: EventDiff): string {
  if (!is_same) return diffWords.otherName;
  return differences.length === 0 ? diffWords.same : diffWords.sameButIgnored;
}
