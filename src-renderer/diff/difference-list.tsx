import { type ReactNode, useRef, useState } from 'react';
import type { MaskOrigin } from '#server/diff/contract.ts';
import { useProject } from '../projects/current-project.ts';
import { ErrorNote } from '../ui/feedback/error-note.tsx';
import { FoldButton } from '../ui/fold-button.tsx';
import classes from './difference.module.css';
import { useSetMask } from './queries.ts';
import { diffWords } from './words.ts';

type Props<Difference> = {
  differences: readonly Difference[];
  eventOf: (difference: Difference) => string;
  children: (difference: Difference, onMask: (property: string, isMasked: boolean) => void) => ReactNode;
};

/** Differences that count; then, folded, the ignored ones. */
export function DifferenceList<Difference extends { mask: MaskOrigin | null }>(props: Props<Difference>) {
  const { differences, eventOf, children } = props;
  const setMask = useSetMask(useProject().id);
  const [isOpen, setOpen] = useState(false);
  const whole = useRef<HTMLDivElement>(null);
  const { counted = [], ignored = [] } = Object.groupBy(differences, ({ mask }) =>
    mask === null ? 'counted' : 'ignored',
  );
  const row = (difference: Difference) =>
    children(difference, (property, isMasked) =>
      setMask.mutate(
        { event: eventOf(difference), property, is_masked: isMasked },
        // The row moves to the other list, and its button with it.
        { onSuccess: () => whole.current?.focus() },
      ),
    );
  return (
    <div ref={whole} className={classes.lists} tabIndex={-1} aria-busy={setMask.isPending}>
      {setMask.error !== null && <ErrorNote what={diffWords.maskFailed} error={setMask.error} />}
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
            <ul className={classes.list} aria-label={diffWords.ignoredLabel}>
              {ignored.map(row)}
            </ul>
          )}
        </>
      )}
    </div>
  );
}
