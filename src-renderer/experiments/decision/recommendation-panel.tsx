import { IconAlertTriangle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { useId } from 'react';
import type { ExperimentDecision } from '#server/experiments/decision/decision-contract.ts';
import { verdictWords } from '#server/experiments/results/words/verdict-words-contract.ts';
import { Icon } from '../../ui/icon.tsx';
import { GuardrailList } from '../results/verdict/guardrail-list.tsx';
import classes from './decide.module.css';
import { noRecommendationWords } from './reason-words.ts';
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
        <p className={classes.reason}>{noRecommendationWords(decision)}</p>
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
