import type { EvidenceAgainst } from '#server/experiments/results/judge/evidence-contract.ts';
import { liftIntervalText, liftText } from '#server/experiments/results/words/result-text-contract.ts';
import { StatusChip } from '../../../ui/feedback/status-chip.tsx';
import classes from './results-metrics.module.css';
import { resultTableWords } from './words.ts';

/** Returns "+9.0% (−6.1 to +27.0%)"; a dash where there is none. */
export function shrunkenText(versus: Pick<EvidenceAgainst, 'shrunken'> | null): string {
  const shrunken = versus?.shrunken ?? null;
  return shrunken === null
    ? '–'
    : `${liftText(shrunken.lift, shrunken.interval)} (${liftIntervalText(shrunken.interval)})`;
}

/** Shows under a lift how far the prior shrinks it, and whether it is suspicious. */
export function ShrunkenLift({ versus, priorSd }: { versus: EvidenceAgainst; priorSd: number }) {
  const { shrunken } = versus;
  return (
    <>
      {shrunken !== null && (
        <span className={classes.sub} title={resultTableWords.shrunken.hint(shrunkenText(versus), priorSd)}>
          {resultTableWords.shrunken.expect(liftText(shrunken.lift, shrunken.interval))}
        </span>
      )}
      {versus.is_suspicious && (
        <StatusChip tone="warning" quiet>
          {resultTableWords.shrunken.suspicious}
        </StatusChip>
      )}
    </>
  );
}
