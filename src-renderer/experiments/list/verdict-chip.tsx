import {
  IconAlertTriangle,
  IconArrowDownRight,
  IconArrowUpRight,
  IconEqual,
  IconHourglass,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ExperimentResults } from '#server/experiments/results/results-contract.ts';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { type Verdict, verdictOf } from '../results/verdict/verdict.ts';

const icons: Partial<Record<Verdict['kind'], TablerIcon>> = {
  collecting: IconHourglass,
  unhealthy: IconAlertTriangle,
  better: IconArrowUpRight,
  worse: IconArrowDownRight,
  unclear: IconEqual,
};

/** The verdict in a word or two, for rows; the whole on hover. */
export function VerdictChip({ results }: { results: ExperimentResults }) {
  const verdict = verdictOf(results, results.result);
  const icon = icons[verdict.kind];
  return (
    <span title={`${verdict.title}\n${verdict.text}`}>
      <StatusChip tone={verdict.tone} {...(icon !== undefined && { icon })}>
        {shortWords(verdict, results)}
      </StatusChip>
    </span>
  );
}

function shortWords({ kind }: Verdict, { result, status }: ExperimentResults): string {
  switch (kind) {
    case 'collecting':
      return status === 'complete' ? 'Too little data' : 'Collecting';
    case 'unhealthy':
      return 'Unhealthy';
    case 'better':
      return 'Better';
    case 'worse':
      return 'Worse';
    case 'unclear':
      return 'No clear difference';
    default:
      return result.status === 'no_metric' ? 'No metric' : 'No data';
  }
}
