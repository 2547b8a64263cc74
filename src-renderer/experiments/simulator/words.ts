import { significanceLevel } from '#server/statistics/contract.ts';
import { coverage } from '../../metrics/interval-words.ts';
import { formatCount } from '../../ui/format.ts';

const short = (value: number) => Number(value.toFixed(2));

export const words = {
  tab: {
    name: 'The simulator',
    truth: 'Truth and results',
    first: 'Simulate users',
    again: 'Simulate again',
  },
  truth: {
    variant: 'Variant',
    trueValue: 'True value',
    measuredValue: 'Measured value',
    trueEffect: 'True effect',
    measuredLift: 'Measured lift',
    includesTruth: 'Interval includes the true effect',
    yes: 'Yes',
    no: 'No, by chance',
    note: (seed: number, users: number) =>
      `Seed ${seed}, ${formatCount(users)} users. On average, 1 in ${1 / significanceLevel} intervals of ${coverage} misses the true effect.`,
  },
  form: {
    copies: (days: number) =>
      `Launches a copy of this experiment, backdated by ${days === 1 ? '1 day' : `${short(days)} days`}, in a separate project, so your data does not change. Simulated users request the flag and send the events of its metrics.`,
    replaces: 'The new users replace the current ones.',
    traffic: 'Traffic',
    users: 'Users',
    days: 'Days',
    seed: 'Seed',
    sameSeed: 'Same seed, same users',
    changeSeed: 'Change seed',
    behavior: 'True values',
    value: (value: number, suffix: string) => `True value: ${short(value)}${suffix}`,
    secondary: (name: string, isGuardrail: boolean) =>
      isGuardrail ? `Guardrail: ${name}` : `Secondary metric: ${name}`,
    dispersion: 'Dispersion',
    dispersionHint: 'Variance / mean; 1: independent events',
    tail: 'Heavy tail',
    tailHint: 'A few people do up to 100 times as much as the mean.',
    aa: 'A/A test: no effect',
    aaHint: 'No variant changes any metric: any difference found is chance.',
    submit: (users: number) => `Simulate ${formatCount(users)} users`,
  },
  progress: {
    label: 'Simulated users sent',
    done: (done: number, users: number) =>
      `${formatCount(done)} of ${formatCount(users)} users sent. Leaving this page cancels the simulation.`,
    cancel: 'Cancel',
  },
  example: {
    open: 'Open an example with simulated users',
    hint: (name: string, users: number) =>
      `“${name}” with ${formatCount(users)} users, in a separate project that one click removes.`,
  },
  bar: {
    text: 'Simulated users only. Nothing in this project is real.',
    back: 'Back to the original experiment',
    remove: 'Remove simulated users',
  },
  simulate: 'simulate users',
  remove: 'remove the simulated users',
};
