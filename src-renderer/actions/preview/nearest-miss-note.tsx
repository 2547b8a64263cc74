import type { NearestEvent } from '#server/actions/preview/preview-contract.ts';
import { RelativeTime } from '../../ui/table/relative-time.tsx';
import type { StepDraft } from '../editor/action-form.ts';
import classes from './event-check.module.css';
import { DraftWhyNot } from './event-check.tsx';
import type { DraftPreview } from './use-draft-preview.ts';
import { words } from './words.tsx';

type Props = {
  live: DraftPreview;
  nearest: NearestEvent | null;
  steps: StepDraft[];
  days: number;
  /** An event whose verdict is already shown. */
  origin: string | null;
  onStep: ((step: StepDraft) => void) | null;
};

/** Shows, when nothing matches, the nearest event and the conditions that it fails. */
export function NearestMissNote({ live, nearest, steps, days, origin, onStep }: Props) {
  if (nearest === null) {
    return <p className={classes.note}>{words.nearest.noEvents}</p>;
  }
  const { event, verdict, step } = nearest;
  const missed = verdict.steps[step]?.conditions.filter((condition) => !condition.is_match).length ?? 0;
  const named = words.nearest.event(event.event, event.distinct_id, <RelativeTime date={event.timestamp} />);
  if (event.uuid === origin) {
    return <p className={classes.note}>{words.nearest.original}</p>;
  }
  if (verdict.is_match) {
    return <p className={classes.note}>{words.nearest.ofAnotherDay(days, named)}</p>;
  }
  const total = verdict.steps[step]?.conditions.length ?? 0;
  return (
    <div className={classes.verdict}>
      <p className={classes.note}>{words.nearest.misses(missed, total, named)}</p>
      <DraftWhyNot live={live} verdict={verdict} steps={steps} only={step} onStep={onStep} />
    </div>
  );
}
