import { countWords } from '#server/core/text/numbers-contract.ts';
import type { TestRun } from '#server/test-runs/contract.ts';
import { formatCount } from '../../ui/format.ts';
import { countEvents } from '../../ui/words.ts';

const listed = new Intl.ListFormat('en-GB');

/** Returns what is stored of a test run, in words. */
const storedIn = ({ events, dropped, rejected }: Pick<TestRun, 'events' | 'dropped' | 'rejected'>) => [
  ...(events === 0 ? [] : [countEvents(events)]),
  ...(dropped === 0 ? [] : [countWords(dropped, 'dropped event')]),
  ...(rejected === 0 ? [] : [countWords(rejected, 'rejected request')]),
];

export const words = {
  tabs: {
    label: 'Sections of the test run',
    names: { expectations: 'Expectations', send: 'Send events', details: 'Details' },
  },
  show: 'Show in Live',
  takes: (what: string) => `takes ${what} that names no test run`,
  superseded: (by: string) => `takes nothing while ${by} is open`,
  took: (what: string) => `took ${what} that named no test run`,
  events: countEvents,
  dropped: (count: number) => `${formatCount(count)} dropped`,
  rejected: (count: number) => `${formatCount(count)} rejected`,
  build: (build: string) => `build ${build}`,
  started: 'started',
  ended: 'ended',
  deletion: {
    title: (name: string) => `Delete test run “${name}”?`,
    consequence: (run: Pick<TestRun, 'events' | 'dropped' | 'rejected'>) => {
      const stored = storedIn(run);
      const deleted = stored.length === 0 ? 'the test run, which has no events' : listed.format(stored);
      const counted = run.events === 0 ? '' : ' Actions and experiments no longer count its events.';
      return `This permanently deletes ${deleted}.${counted}`;
    },
    stays: 'Its persons stay. Its expectations stay too, and apply when a new test run takes this name.',
  },
};
