import { Link } from '@tanstack/react-router';
import {
  concludeDiff,
  type DiffConclusion,
  type DiffSide,
  type PropertyDifference,
  type RunDiff,
} from '#server/diff/contract.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { Section } from '../../ui/page/section.tsx';
import { DifferenceList } from '../difference-list.tsx';
import { DifferenceRow } from '../difference-row.tsx';
import classes from './compare.module.css';
import { EventCounts, OrderDifferences } from './tables.tsx';
import { words } from './words.ts';

type Props = {
  diff: RunDiff;
  /** Whether one of its test runs is open, so that it is reloaded as events arrive. */
  isFollowing: boolean;
};

/** Shows what differs between two sides, and what is not compared or listed. */
export function Comparison({ diff, isFollowing }: Props) {
  const { old, new: now, is_order_listed, omitted, compared } = diff;
  const conclusion = concludeDiff(diff);
  return (
    <>
      <div className={classes.verdict}>
        <div role="status">
          <StatusChip tone={tones[conclusion]}>{words.conclusions[conclusion]}</StatusChip>
        </div>
        {(conclusion === 'same' || conclusion === 'same_compared') && (
          <span className={classes.dim}>{words.sameHint}</span>
        )}
        {isFollowing && <StatusChip tone="info">{words.following}</StatusChip>}
      </div>
      <div className={classes.verdict}>
        <Side title={words.sides.old} side={old} />
        <Side title={words.sides.new} side={now} />
      </div>
      {!is_order_listed && <Notice tone="warning">{words.notListed}</Notice>}
      {omitted > 0 && <Notice tone="warning">{words.omitted(omitted)}</Notice>}
      <Unpaired title={words.sides.old} persons={old.persons - compared.persons} />
      <Unpaired title={words.sides.new} persons={now.persons - compared.persons} />
      <Section title={words.events}>
        <EventCounts events={diff.events} />
      </Section>
      <Section title={words.order} count={diff.order.length}>
        {diff.order.length > 0 ? (
          <OrderDifferences order={diff.order} />
        ) : (
          is_order_listed && <p className={classes.dim}>{words.sameOrder(compared.persons)}</p>
        )}
      </Section>
      <Section title={words.properties} count={diff.properties.filter(({ mask }) => mask === null).length}>
        {diff.properties.length === 0 && <p className={classes.dim}>{words.sameProperties(compared.events)}</p>}
        <Properties properties={diff.properties} />
      </Section>
    </>
  );
}

const tones = { differ: 'warning', no_events: 'neutral', same_compared: 'ok', same: 'ok' } as const satisfies Record<
  DiffConclusion,
  string
>;

const Unpaired = ({ title, persons }: { title: string; persons: number }) =>
  persons > 0 && <p className={classes.dim}>{words.unpaired(title, persons)}</p>;

function Side({ title, side }: { title: string; side: DiffSide }) {
  return (
    <p className={classes.facts}>
      <b>{title}</b>
      {side.test_run === null ? (
        <span>{words.build(side.build)}</span>
      ) : (
        <Link to="/test-runs/run/$name" params={{ name: side.test_run }} className="mono">
          {side.test_run}
        </Link>
      )}
      <span>{words.side(side)}</span>
      {!side.is_complete && <StatusChip tone="warning">{words.incomplete(side.events)}</StatusChip>}
    </p>
  );
}

const Properties = ({ properties }: { properties: PropertyDifference[] }) => (
  <DifferenceList differences={properties}>
    {(difference, onMask) => {
      const { event, path, kind, old_type, new_type, differing, compared, examples } = difference;
      const [example] = examples;
      return (
        <DifferenceRow
          key={JSON.stringify([event, path, kind, old_type, new_type])}
          difference={difference}
          values={example}
          onMask={onMask}
          hasEvent
          note={
            <>
              {words.shareOf(differing, compared)}{' '}
              {example !== undefined && (
                <Link to="/live" search={{ selected: example.new_uuid, tab: 'diff', with: example.old_uuid }}>
                  {words.example}
                </Link>
              )}
            </>
          }
        />
      );
    }}
  </DifferenceList>
);
