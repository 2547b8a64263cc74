export const words = {
  setting: 'Notify me of failures',
  hint: 'Shows a system notification when an expectation fails, while a Benchtop window is open.',
  /** Why the setting cannot be turned on. */
  refused: {
    denied: 'Benchtop’s notifications are blocked. Allow them in the settings of the browser or the system.',
    missing: 'This browser shows notifications only on pages from localhost or over https.',
  },
  title: (count: number) => (count === 1 ? 'Expectation failed' : `${count} expectations failed`),
  line: (title: string, run: string | null) => (run === null ? title : `${title} (${run})`),
  more: (count: number) => `and ${count} more`,
};
