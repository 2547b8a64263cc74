import type { ReactNode } from 'react';

export const words = {
  title: 'Answers served',
  name: 'The usage',
  servedName: 'The served answers',
  live: 'Show events in Live',
  span: {
    label: 'Time span',
    short: { 60: '1 h', 1440: '24 h', 10080: '7 d' },
    long: { 60: 'last hour', 1440: 'last 24 hours', 10080: 'last 7 days' },
  },
  notRequested: {
    inSpan: (span: string) => `No answer served in the ${span}`,
    showWeek: 'Show the last 7 days',
    last: (time: ReactNode) => <>Last served {time}.</>,
    atAll: (days: number) => `No answer served in the last ${days} days`,
    how: 'SDKs request all flags when they start. Connect yours with a snippet, or run the curl command of the test panel: answers appear here within seconds.',
  },
  chart: {
    label: (span: string) => `Answers served, ${span}`,
    table: (variants: readonly string[]) =>
      `Answers served by value, of ${variants.length === 0 ? 'on and off' : variants.join(', ')}`,
    from: 'From',
    none: 'none',
    totals: (span: string) => `Totals, ${span}`,
  },
  newest: {
    title: 'Newest answers',
    columns: { reason: 'Reason', client: 'Client', version: 'Version', time: 'Time' },
    more: (count: number) => `Show ${count} more`,
    test: (distinctId: string) => `Test the flag for ${distinctId}`,
    noClient: 'unnamed',
  },
};
