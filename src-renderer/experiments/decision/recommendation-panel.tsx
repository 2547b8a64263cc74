import { IconAlertTriangle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { useId } from 'react';
import type { ExperimentDecision } from '#server/experiments/decision/decision-contract.ts';
import { Icon } from '../../ui/icon.tsx';
import { GuardrailList } from '../results/verdict/guardrail-list.tsx';
import { verdictWords } from '../results/verdict/verdict-words.ts';
import classes from './decide.module.css';
import { words } from './words.ts';

/** Shows the server's recommendation and its reasons. */
export function RecommendationPanel({ decision }: { decision: ExperimentDecision }) {
  const id = useId();
  const { recommendation, result, ...experiment } = decision;
  const isKnown = recommendation.kind === 'ship';
  const verdict = verdictWords(experiment, result);
  return (
    <section className={classes.recommendation} aria-labelledby={id} data-known={isKnown || undefined}>
      <Icon of={isKnown ? IconCircleCheck : IconCircleDashed} size={24} className={classes.icon} />
      <div>
        <p className={classes.kicker}>{words.recommendation}</p>
        <h2 id={id} className={classes.recommended}>
          {isKnown ? words.ship(recommendation.variant) : words.none}
        </h2>
        <p className={classes.reason}>{reasonWords(decision)}</p>
        <GuardrailList experiment={experiment} guardrails={result.verdict.guardrails} />
        {verdict.cautions.length > 0 && (
          <ul className={classes.cautions} aria-label={words.cautions}>
            {verdict.cautions.map((caution) => (
              <li key={caution}>
                <Icon of={IconAlertTriangle} /> {caution}
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

/** Returns why nothing is recommended, with a clear verdict where something else speaks against it. */
function reasonWords({ recommendation, result, ...experiment }: ExperimentDecision): string {
  const { title, text } = verdictWords(experiment, result);
  if (recommendation.kind === 'ship') return `${title}. ${text}`;
  const { reason, metrics } = recommendation;
  const clear = reason === result.verdict.kind ? '' : `${title}.`;
  return [clear, words.reasons[reason], reason === 'secondary_worse' ? words.worse(metrics) : '', text]
    .filter(Boolean)
    .join(' ');
}
