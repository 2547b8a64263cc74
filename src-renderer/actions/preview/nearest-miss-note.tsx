import type { NearestEvent } from '#server/actions/preview/preview-contract.ts';
import { RelativeTime } from '../../ui/table/relative-time.tsx';
import type { StepDraft } from '../editor/action-form.ts';
import classes from './event-check.module.css';
import { DraftWhyNot } from './event-check.tsx';
import type { DraftPreview } from './use-draft-preview.ts';

type Props = {
  live: DraftPreview;
  nearest: NearestEvent | null;
  steps: StepDraft[];
  days: number;
  /** The event whose verdict is shown anyway. */
  origin: string | null;
  onStep: ((step: StepDraft) => void) | null;
};

/** Nothing matches: which event came nearest, and what it misses. */
export function NearestMissNote({ live, nearest, steps, days, origin, onStep }: Props) {
  if (nearest === null) {
    return (
      <p className={classes.note}>No event has arrived yet. Send one from your app, and it is tried here at once.</p>
    );
  }
  const { event, verdict, step } = nearest;
  const missed = verdict.steps[step]?.conditions.filter((condition) => !condition.is_match).length ?? 0;
  const named = (
    <>
      <b>{event.event}</b> of {event.distinct_id}, <RelativeTime date={event.timestamp} />
    </>
  );
  if (event.uuid === origin) {
    return <p className={classes.note}>Matches nothing. The event it is made from is the nearest.</p>;
  }
  if (verdict.is_match) {
    return (
      <p className={classes.note}>
        Nothing of the last {days} days. An older event matches: {named}.
      </p>
    );
  }
  const total = verdict.steps[step]?.conditions.length ?? 0;
  const misses = `misses ${missed} of ${total} ${total === 1 ? 'condition' : 'conditions'}`;
  return (
    <div className={classes.verdict}>
      <p className={classes.note}>
        {missed < total || total === 1
          ? 'Matches nothing. Nearest:'
          : 'Matches nothing, and no new event comes near. One of them:'}{' '}
        {named}, which {misses}.
      </p>
      <DraftWhyNot live={live} verdict={verdict} steps={steps} only={step} onStep={onStep} />
    </div>
  );
}
