import { type Measured, machine, table, whole } from '../report.ts';
import type { ActionsResult } from './actions.ts';

const check = (isMet: boolean) => (isMet ? '✓' : '✗');

/** Formats the measurements over stored events as Markdown, also those of a manual run over more events. */
export function countsReport({ events, counting, duckdb, matching, beside }: ActionsResult): string {
  return `Counts of an action that ${whole(duckdb.count)} of the events match, by ${whole(duckdb.people_count)} of 100,000 people on
${duckdb.days} days: from asking over HTTP to the last byte of the answer, ms, medians. DuckDB answers the same from the same
rows, in its own process and without HTTP; copying the columns that it needs took it ${duckdb.load_seconds.toFixed(1)} s and is not counted.

${table(
  ['', `${whole(events / 10)} events`, `${whole(events)} events`, 'ratio', 'aim', 'DuckDB'],
  counting.map(({ name, few, many, aim, duckdb: theirs }) => [
    name,
    few.toFixed(2),
    many.toFixed(2),
    (many / few).toFixed(2),
    aim === null ? '' : `< ${aim} ms, ≤ 2 × ${check(many < aim && many <= 2 * few)}`,
    theirs === null ? '' : theirs.toFixed(1),
  ]),
)}

Saving an action, until all ${whole(events)} stored events have been matched with it, durably:

${table(
  ['', 'events/s', 'matches', 'aim'],
  matching.map(({ name, rate, matches, aim }) => [
    name,
    whole(rate),
    whole(matches),
    aim === null ? '' : `≥ ${whole(aim)} ${check(rate >= aim)}`,
  ]),
)}

What has to be matched is looked through in slices: as much as the reading thread gets through in 12 ms, so that another read
waits for at most one. It writes nothing. What many slices found is put in the order of its people and written 250 matches at a
time, some ms in one transaction. While anybody else has asked within the last 300 ms, it pauses three times as long after each:
a capture waits for one such write at most, and for most there is none.
Requests at 150 a second, at rest and while one action after the other is matched:

${table(
  ['', 'p50 ms at rest', 'p99 ms at rest', 'p50 ms while matching', 'p99 ms while matching'],
  beside.map(({ name, rest, matching: meanwhile }) => [
    name,
    rest[0].toFixed(2),
    rest[1].toFixed(1),
    meanwhile[0].toFixed(2),
    meanwhile[1].toFixed(1),
  ]),
)}
`;
}

/** Returns the section about actions. */
export function actionsReport(result: ActionsResult, captures: { rows: Measured[]; matched: number }): string {
  return `
## Actions

Captures with 50 actions defined (12 go by the event's name, 14 by its url, 14 by what was clicked, 10 by properties; an event
matches ${captures.matched.toFixed(1)} of them) beside captures with none, of what people do on a site:

${table(
  ['', '50 actions', 'none', 'ratio', 'aim', 'p50 ms', 'p99 ms'],
  captures.rows.map(({ name, unit, ours, limit, ratio, aim, p50, p99 }) => [
    name,
    `${whole(ours)} ${unit}`,
    `${whole(limit)} ${unit}`,
    ratio.toFixed(2),
    aim === null ? '' : `≥ ${aim} ${check(ratio >= aim)}`,
    p50.toFixed(2),
    p99.toFixed(1),
  ]),
)}

${countsReport(result)}`;
}

const heading = '\n## More events, by hand\n';

/** Returns the section of the last manual run, which stays when the rest is measured again. */
export function byHandOf(document: string): string {
  const start = document.indexOf(heading);
  return start < 0 ? '' : document.slice(start);
}

/** Replaces the manual run in the document. */
export function withByHand(document: string, result: ActionsResult): string {
  const rest = document.slice(0, document.length - byHandOf(document).length);
  const command = `npm run bench -- --events ${result.events}`;
  return `${rest}${heading}\nWritten by \`${command}\`.\n\n${countsReport(result)}\n${machine()}.\n`;
}

/** Replaces a section of the document, or adds it before the manual run. `part` begins with its heading. */
export function withSection(document: string, part: string): string {
  const heading = `\n${part.trimStart().split('\n', 1)[0]}\n`;
  const byHand = document.length - byHandOf(document).length;
  const at = document.indexOf(heading);
  const start = at < 0 ? byHand : at;
  const next = at < 0 ? -1 : document.indexOf('\n## ', at + 1);
  return document.slice(0, start) + part + document.slice(next < 0 ? byHand : next);
}
