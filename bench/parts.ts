/** The parts of the bench, in order: each measures its figures together, and is a section of the report. `how` is Markdown. */
export const parts = {
  captures: {
    title: 'Single captures',
    how: 'Every acknowledged event was on the disk (fsync) before its answer. Each round sends the same body to both servers, once with our client (`bench/programs/load.ts`) and once with `wrk`, an independent one, which varies ids and uuids by a script. The rate counts whole answers. At the end the events that were acknowledged are compared with those that are stored.',
  },
  decides: {
    title: 'Decides',
    how: 'The same body is sent to both servers, with our client and with `wrk`. Evaluation alone runs the compiled flags over persons in memory.',
  },
  beside: {
    title: 'Requests beside other work',
    how: 'Requests come at a fixed rate on 64 connections, so that they wait for other work and not for each other; a late one counts from when it was due. Each round measures them at rest first, then beside the other work, which another process sends.',
  },
  growth: {
    title: 'With stored events',
    how: "Visits are stored with the server's code before, and all sizes are measured in turn in each round. The raw inserts go to a copy of the same database. A page of the inspector is asked for over HTTP, one request after the other, to the last byte.",
  },
  actions: {
    title: 'Actions',
    how: 'Counts are asked for over HTTP, to the last byte. DuckDB runs in its own process; copying the columns that it needs is not counted, and both must come to the same. Matching is timed from saving an action until all stored events are matched, durably.',
  },
  experiments: {
    title: 'Experiments',
    how: 'Results are asked for over HTTP, to the last byte, with the statistics of every day. DuckDB computes the counts alone, by variant and day, in its own process; copying the columns is not counted, and both must come to the same.',
  },
  memory: {
    title: 'Memory under load',
    how: 'Resident memory of the server, which has one process. Each round starts a new one.',
  },
  storage: {
    title: 'Storage',
    how: 'Pages of the database by `dbstat`, before and after the captures, by event.',
  },
  window: {
    title: 'Window',
    how: 'The built window, from the server, in a headless browser. Each round has a new profile.',
  },
  expectations: {
    title: 'Expectations',
    how: 'Checks are asked for over HTTP. One that waits is timed from the answer to the capture that decides it.',
  },
  diff: { title: 'Differences', how: 'The comparison is asked for over HTTP, to the last byte.' },
  archive: {
    title: 'Events in ClickHouse',
    how: "With `--clickhouse` only. Debian's ClickHouse on the same machine; each case once. SQLite and ClickHouse must count the same events and people by name and day before properties are moved.",
  },
  trackingPlan: {
    title: 'Tracking plan',
    how: 'Processor time of the server for an event, which other work on the machine changes less than the rate.',
  },
} as const;

export type PartName = keyof typeof parts;

export const partNames = Object.keys(parts).filter((name): name is PartName => Object.hasOwn(parts, name));
