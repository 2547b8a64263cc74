import { formatCount } from '../../ui/format.ts';

/** Words of the first steps. */
export const words = {
  unassigned: (count: number) =>
    count === 1
      ? 'One request was rejected: its key is of no project here. Compare the key in your app with the one below.'
      : `${formatCount(count)} requests were rejected: their key is of no project here. Compare the key in your app with the one below.`,
  showUnassigned: (count: number) => (count === 1 ? 'Show the request' : 'Show the requests'),
};
