import { formatCount } from '../../ui/format.ts';
import { countEvents } from '../../ui/words.ts';

export const words = {
  button: 'Record…',
  reading: 'Recording…',
  title: 'Record what the filter shows',
  contains: (count: number, isComplete: boolean) =>
    `${isComplete ? '' : 'At least '}${countEvents(count)} to replay in any project`,
  bounds: (most: { events: number; mb: number }) =>
    `At most ${formatCount(most.events)} events and ${most.mb} MB. Rejected requests, duplicates, and events nested too deeply are left out.`,
  single: 'To choose single events, pin them (p) and filter by is:pinned.',
};
