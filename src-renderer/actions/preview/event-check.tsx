import { Anchor, Autocomplete } from '@mantine/core';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import type { ConditionVerdict, MatchVerdict } from '#server/actions/preview/preview-contract.ts';
import type { Event } from '#server/events/contract.ts';
import { explainError } from '../../api/errors.ts';
import { fetchEvents } from '../../events/queries.ts';
import { useProject } from '../../projects/current-project.ts';
import { Icon } from '../../ui/icon.tsx';
import { RelativeTime } from '../../ui/table/relative-time.tsx';
import type { StepDraft } from '../editor/action-form.ts';
import { actionWords } from '../words.ts';
import classes from './event-check.module.css';
import { changeOf } from './hint-change.ts';
import { type DraftPreview, useVerdict } from './use-draft-preview.ts';
import { WhyNot } from './why-not.tsx';
import { words } from './words.tsx';

/** Without `onStep` no hint can be applied. */
type Draft = { live: DraftPreview; steps: StepDraft[]; onStep: ((step: StepDraft) => void) | null };

/** Shows whether the draft still matches the event that the action is created from. */
export function OriginLine({ live, event, ...draft }: Draft & { event: string }) {
  const { verdict, error } = useVerdict(live.settled, event);
  const [wasEdited, setWasEdited] = useState(false);
  if (live.isStale && verdict !== null && !wasEdited) setWasEdited(true);
  if (error !== null || verdict === null) {
    const text = error === null ? words.origin.testing : words.origin.cannotTest;
    return (
      <p className={classes.origin} role="status">
        {text}
      </p>
    );
  }
  const icon = verdict.is_match ? IconCircleCheck : IconCircleX;
  return (
    <div className={classes.origin} data-match={verdict.is_match}>
      <p role="status">
        <Icon of={icon} size={16} />
        {!verdict.is_match
          ? words.origin.noLongerMatches
          : wasEdited
            ? words.origin.stillMatches
            : words.origin.matches}
      </p>
      {!verdict.is_match && <DraftWhyNot live={live} verdict={verdict} {...draft} />}
    </div>
  );
}

/** Explains why the draft matches a stored event or not; the event is chosen from recent ones, or by uuid. */
export function EventCheck({
  ref,
  live,
  event,
  onEvent,
  ...draft
}: Draft & { ref: React.Ref<HTMLElement>; event: string; onEvent: (uuid: string) => void }) {
  const titleId = useId();
  const project = useProject();
  const newest = useQuery(newestEventsQuery(project.id)).data ?? [];
  const uuid = uuidIn(event);
  const isNotFound =
    event.trim() !== '' && uuid === null && !newest.some((one) => isSuggested(newest, one.uuid, event));
  const field = useRef<HTMLInputElement>(null);
  const clear = () => {
    onEvent('');
    field.current?.focus();
  };
  return (
    <section ref={ref} className={classes.check} aria-labelledby={titleId}>
      <h3 id={titleId} className={classes.title}>
        {words.check.title}
      </h3>
      <Autocomplete
        ref={field}
        aria-label={words.check.label}
        placeholder={words.check.hint}
        data={newest.map((one) => one.uuid)}
        filter={({ options, search }) =>
          options.filter((option) => 'value' in option && isSuggested(newest, option.value, search))
        }
        renderOption={({ option }) => <Choice event={newest.find((one) => one.uuid === option.value)} />}
        maxDropdownHeight={280}
        value={event}
        error={isNotFound ? words.check.notFound : undefined}
        onChange={onEvent}
      />
      {uuid !== null && (
        <Checked
          // Else the verdict on the event before would be shown as the one on this.
          key={uuid}
          live={live}
          uuid={uuid}
          event={newest.find((one) => one.uuid === uuid)}
          onClear={clear}
          {...draft}
        />
      )}
    </section>
  );
}

type ChosenProps = { uuid: string; event: Event | undefined; onClear: () => void };

function Checked({ live, uuid, event, onClear, ...draft }: Draft & ChosenProps) {
  const { verdict, error, isStale } = useVerdict(live.settled, uuid);
  if (error !== null) return <p className={classes.note}>{explainError(error).message}</p>;
  if (live.settled.complete.steps.length === 0) return <p className={classes.note}>{words.check.noCondition}</p>;
  if (verdict === null) return null;
  return (
    <div data-stale={live.isStale || isStale || undefined} className={classes.verdict}>
      <Chosen uuid={uuid} event={event} onClear={onClear} />
      <DraftWhyNot live={live} verdict={verdict} {...draft} />
    </div>
  );
}

function Chosen({ uuid, event, onClear }: ChosenProps) {
  return (
    <p className={classes.note}>
      {event === undefined ? words.check.event(uuid) : <Choice event={event} />}{' '}
      <Anchor component="button" type="button" fz="inherit" onClick={onClear}>
        {words.check.clear}
      </Anchor>
    </p>
  );
}

/** Shows the verdict on a draft, with a button to apply each hint. */
export function DraftWhyNot({ live, verdict, steps, only, onStep }: Draft & { verdict: MatchVerdict; only?: number }) {
  const { indexes, rows } = live.settled.complete;
  const change = (place: number, condition: ConditionVerdict) => {
    const step = steps[indexes[place] ?? -1];
    const found = step === undefined ? null : changeOf(step, rows[place] ?? [], condition);
    return found === null || onStep === null ? null : { label: found.label, apply: () => onStep(found.step) };
  };
  const numbers = indexes.map((index) => index + 1);
  return <WhyNot verdict={verdict} numbers={numbers} change={change} {...(only === undefined ? {} : { only })} />;
}

function Choice({ event }: { event: Event | undefined }) {
  if (event === undefined) return null;
  return (
    <span className={classes.choice}>
      <span className={classes.name}>{event.event}</span>
      <span className={classes.person}>{event.distinct_id}</span>
      <RelativeTime date={event.timestamp} className={classes.time} />
    </span>
  );
}

function isSuggested(events: Event[], uuid: string, search: string): boolean {
  const event = events.find((one) => one.uuid === uuid);
  const text = `${event?.event} ${event?.distinct_id} ${uuid}`.toLowerCase();
  // A chosen event fills the field with its uuid; the others are still suggested.
  return events.some((one) => one.uuid === search.trim()) || text.includes(search.trim().toLowerCase());
}

function uuidIn(text: string): string | null {
  return /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/i.exec(text)?.[0].toLowerCase() ?? null;
}

const MAX_SUGGESTIONS = 30;

/** Loads the newest stored events of the project, as suggestions. */
function newestEventsQuery(projectId: number) {
  return queryOptions({
    queryKey: ['newest events', projectId],
    queryFn: async ({ signal }) => (await fetchEvents(projectId, { limit: MAX_SUGGESTIONS }, signal)).results,
    refetchInterval: 5_000,
    meta: { what: actionWords.queries.newestEvents },
  });
}
