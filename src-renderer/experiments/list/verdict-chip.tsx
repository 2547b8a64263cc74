import {
  IconAlertTriangle,
  IconArrowDownRight,
  IconArrowUpRight,
  IconEqual,
  IconHourglass,
  type TablerIcon,
} from '@tabler/icons-react';
import type { Experiment } from '#server/experiments/contract.ts';
import type { ResultSummary } from '#server/experiments/results/results-contract.ts';
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
export function VerdictChip({ experiment, result }: { experiment: Experiment; result: ResultSummary }) {
  const { title, text } = verdictWords(experiment, result);
  const { kind } = result.verdict;
  const icon = icons[kind];
  return (
    <span title={`${title}\n${text}`}>
      <StatusChip tone={verdictTones[kind]} {...(icon !== undefined && { icon })}>
        {shortWords[kind]}
      </StatusChip>
    </span>
  );
}
