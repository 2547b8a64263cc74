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
import type { VerdictKind } from '#server/experiments/results/verdict/verdict-contract.ts';
import { guardrailPhrase } from '#server/experiments/results/words/guardrail-words-contract.ts';
import { chipVerdict, verdictWords } from '#server/experiments/results/words/verdict-words-contract.ts';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { verdictTone } from '../results/verdict/verdict-tones.ts';
import { conclusionWords } from '../words.ts';
import classes from './experiment-list.module.css';

const icons: Partial<Record<VerdictKind, TablerIcon>> = {
  collecting: IconHourglass,
  unhealthy: IconAlertTriangle,
  better: IconArrowUpRight,
  worse: IconArrowDownRight,
  leaning: IconEqual,
  no_clear_difference: IconEqual,
};

/** Shows the verdict in a word or two, for rows, and the recorded conclusion; whole on hover. */
export function VerdictChip({ experiment, result }: { experiment: Experiment; result: ResultSummary }) {
  const { title, text, guardrails } = verdictWords(experiment, result);
  const { kind } = result.verdict;
  const { conclusion } = experiment;
  const icon = icons[kind];
  const phrase = guardrailPhrase(result.verdict);
  return (
    <span className={classes.verdict} title={[title, text, ...guardrails].join('\n')}>
      <StatusChip tone={verdictTone(result.verdict)} {...(icon !== undefined && { icon })}>
        {chipVerdict(result)}
      </StatusChip>
      {phrase !== null && <span className={classes.serves}>{phrase}</span>}
      {conclusion !== null && <span className={classes.serves}>{conclusionWords[conclusion]}</span>}
    </span>
  );
}
