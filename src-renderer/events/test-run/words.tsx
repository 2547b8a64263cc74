import type { ReactNode } from 'react';
import { countEvents } from '../../ui/words.ts';

/** Words of Live about the test runs that take what arrives. */
export const words = {
  start: 'Start test run',
  startHint: 'Takes what arrives from now on, unless it names a test run, or another takes its person or SDK',
  more: 'Start test run of …',
  everything: 'Everything from now on',
  person: (id: string) => `Only person ${id}`,
  sdk: (sdk: string) => `Only SDK ${sdk}`,
  selectFirst: 'Select an event to take only its person or its SDK.',
  hasNeither: 'The selected event names no person and no SDK.',
  form: 'With name, label and build…',
  bar: 'Test runs that take events now',
  takes: (name: ReactNode, what: string, time: ReactNode) => (
    <>
      Test run {name} takes {what}, started {time}
    </>
  ),
  superseded: (name: ReactNode, by: string) => (
    <>
      Test run {name} takes nothing while {by} is open
    </>
  ),
  events: countEvents,
  show: 'Show only its events',
  showOf: (name: string) => `Show only its events: ${name}`,
  end: 'End test run',
  endOf: (name: string) => `End test run ${name}`,
};
