import { countWords } from '#server/core/text/numbers-contract.ts';
import type { TestRun } from '#server/test-runs/contract.ts';
import { formatCount } from '../../ui/format.ts';
import { countEvents } from '../../ui/words.ts';

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
    consequence: ({ events, dropped, rejected }: TestRun) =>
      `This permanently deletes ${countEvents(events)}, ${countWords(dropped, 'dropped event')} and ${countWords(rejected, 'rejected request')}. Actions and experiments no longer count them.`,
    stays: 'Its persons stay. Its expectations stay too, and apply when a new test run takes this name.',
  },
};
