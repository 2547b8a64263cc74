import { Skeleton } from '@mantine/core';
import { uiWords } from '../words.ts';
import classes from './skeleton-rows.module.css';

/** Shows placeholder rows of the height of real ones, so that nothing moves when they load. */
export function SkeletonRows({ rows = 8, label = uiWords.loadingRows }: { rows?: number; label?: string }) {
  return (
    <div role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move
        <div key={index} className={classes.row}>
          <Skeleton height={10} width={`${18 + ((index * 7) % 12)}%`} />
          <Skeleton height={10} width={`${30 + ((index * 11) % 24)}%`} />
          <Skeleton height={10} width="8%" />
        </div>
      ))}
    </div>
  );
}
