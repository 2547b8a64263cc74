import { defaultCupedDays, maxCupedDays } from '#server/experiments/benchtop-contract.ts';

export const words = {
  title: 'Variance reduction',
  use: 'Use CUPED',
  hint: 'Compares people after subtracting what their own earlier events predict. It helps where most people are known before their exposure.',
  days: 'Days before the exposure',
  daysHint: `1–${maxCupedDays}, by default ${defaultCupedDays}. New people count as having done nothing.`,
  running:
    'The experiment is running. Choosing CUPED after a look makes a false result more likely, so the results will note the change.',
};
