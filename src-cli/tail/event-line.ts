import { clip } from '#server/core/text/clip-contract.ts';
import type { Event, EventStatus } from '#server/events/contract.ts';
import { isSdkProperty } from '#server/events/sdk-property-contract.ts';
import { exactTime, formatCount } from '../../src-renderer/ui/format.ts';
import { shown, shownValue, styled } from '../output/shown.ts';

const statusFormats = { accepted: 'green', dropped: 'yellow', rejected: 'red' } as const satisfies Record<
  EventStatus,
  string
>;
const statusWidth = Math.max(...Object.keys(statusFormats).map(({ length }) => length));

type Part = [text: string, format: Parameters<typeof styled>[0]];

/** Formats an event, drop or rejected request as one line, cut to the width of the terminal: 0 in one that does not know it. */
export function eventLine(event: Event): string {
  const { status, warnings, count, test_run: testRun } = event;
  const as = (format: Part[1], ...texts: (string | null)[]) =>
    texts.flatMap((text): Part[] => (text === null ? [] : [[text, format]]));
  const parts = [
    ...as('dim', timeOf(event.received_at)),
    ...as(statusFormats[status], status.padEnd(statusWidth)),
    ...as('bold', event.event && shown(event.event)),
    ...as('cyan', event.distinct_id && shown(event.distinct_id)),
    ...as('magenta', testRun && `@${testRun}`),
    ...as('bold', count > 1 ? `×${formatCount(count)}` : null),
    ...as(statusFormats[status], outcomeOf(event)),
    ...as('yellow', ...warnings.map(({ code }) => code)),
    ...as('dim', ...ownProperties(event)),
  ];
  return fitted(parts, process.stdout.columns || Number.POSITIVE_INFINITY);
}

/** Formats the local time of day, with milliseconds. */
const timeOf = (iso: string) => exactTime(new Date(iso)).slice(11, 23);

/** Explains why an event is not stored; null if it is. */
function outcomeOf({ status, reason, detail }: Event): string | null {
  return status === 'accepted' ? null : [reason, detail].flatMap((part) => (part ? shown(part) : [])).join(': ');
}

/** All but the SDK's own. */
const ownProperties = ({ properties }: Event): string[] =>
  Object.entries(properties)
    .filter(([key]) => !isSdkProperty(key))
    .map(([key, value]) => `${shown(key)}=${shownValue(value)}`);

function fitted(parts: Part[], width: number): string {
  const line: string[] = [];
  let left = width;
  for (const [text, format] of parts) {
    if (left <= 0) break;
    const cut = clip(text, left);
    line.push(styled(format, cut));
    left -= cut.length + 1;
  }
  return line.join(' ');
}
