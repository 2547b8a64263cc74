import {
  IconAlertTriangle,
  IconArrowDownRight,
  IconArrowUpRight,
  IconEqual,
  IconHourglass,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ExperimentResults } from '#server/experiments/results/results-contract.ts';
import type { VerdictKind } from '#server/experiments/results/verdict-contract.ts';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { shortWords, verdictTones, verdictWords } from '../results/verdict/verdict-words.ts';

const icons: Partial<Record<VerdictKind, TablerIcon>> = {
  collecting: IconHourglass,
  unhealthy: IconAlertTriangle,
  better: IconArrowUpRight,
  worse: IconArrowDownRight,
  leaning: IconEqual,
  no_clear_difference: IconEqual,
};

/** Shows the verdict in a word or two, for rows; whole on hover. */
export function VerdictChip({ results }: { results: ExperimentResults }) {
  const { title, text } = verdictWords(results, results.result);
  const { kind } = results.result.verdict;
  const icon = icons[kind];
  return (
    <span title={`${title}\n${text}`}>
      <StatusChip tone={verdictTones[kind]} {...(icon !== undefined && { icon })}>
        {shortWords[kind]}
      </StatusChip>
    </span>
  );
}
