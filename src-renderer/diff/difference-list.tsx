import { Link } from '@tanstack/react-router';
import { type ReactNode, useRef, useState } from 'react';
import type { MaskOrigin } from '#server/diff/contract.ts';
import { useProject } from '../projects/current-project.ts';
import { ErrorNote } from '../ui/feedback/error-note.tsx';
import { FoldButton } from '../ui/fold-button.tsx';
import classes from './difference.module.css';
import { type MaskChange, useChangeMask } from './queries.ts';
import { diffWords } from './words.ts';

type Props<Difference> = {
  differences: readonly Difference[];
  children: (difference: Difference, onMask: (change: MaskChange) => void) => ReactNode;
};

/** Differences that count; then, folded, the ignored ones. */
export function DifferenceList<Difference extends { mask: MaskOrigin | null }>(props: Props<Difference>) {
  const { differences, children } = props;
  const changeMask = useChangeMask(useProject().id);
  const [isOpen, setOpen] = useState(false);
  const whole = useRef<HTMLDivElement>(null);
  const { counted = [], ignored = [] } = Object.groupBy(differences, ({ mask }) =>
    mask === null ? 'counted' : 'ignored',
  );
  const row = (difference: Difference) =>
    // The row moves to the other list, and its button with it.
    children(difference, (change) => changeMask.mutate(change, { onSuccess: () => whole.current?.focus() }));
  return (
    <div ref={whole} className={classes.lists} tabIndex={-1} aria-busy={changeMask.isPending}>
      {changeMask.error !== null && <ErrorNote what={diffWords.maskFailed} error={changeMask.error} />}
      {counted.length > 0 && (
        <ul className={classes.list} aria-label={diffWords.label}>
          {counted.map(row)}
        </ul>
      )}
      {ignored.length > 0 && (
        <>
          <FoldButton isOpen={isOpen} onToggle={() => setOpen(!isOpen)}>
            {diffWords.ignored(ignored.length)}
          </FoldButton>
          {isOpen && (
            <>
              <ul className={classes.list} aria-label={diffWords.ignoredLabel}>
                {ignored.map(row)}
              </ul>
              <Link to="/settings/masks">{diffWords.editMasks}</Link>
            </>
          )}
        </>
      )}
    </div>
  );
}
