export const words = {
  setting: 'Notify me of failures',
  hint: 'Shows a notification of the system when an expectation fails, while a window of Benchtop is open.',
  /** Why the setting cannot be switched on. */
  refused: {
    denied: 'Notifications of Benchtop are blocked. Allow them in the settings of the browser or of the system.',
    missing: 'This browser shows notifications only on a page of localhost or https.',
  },
  title: (count: number) => (count === 1 ? 'Expectation failed' : `${count} expectations failed`),
  line: (title: string, run: string | null) => (run === null ? title : `${title} (${run})`),
  more: (count: number) => `and ${count} more`,
};
