import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import type { ExperimentDecision } from '#server/experiments/decision/decision-contract.ts';
import { verdictWords } from '#server/experiments/results/words/verdict-words-contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { BackLink } from '../../ui/page/back-link.tsx';
import { Page } from '../../ui/page/page.tsx';
import { Section } from '../../ui/page/section.tsx';
import { CautionList } from '../results/verdict/caution-list.tsx';
import { GuardrailList } from '../results/verdict/guardrail-list.tsx';
import { experimentWords } from '../words.ts';
import classes from './decide.module.css';
import { DecideForm } from './decide-form.tsx';
import { DecideMetrics } from './decide-metrics.tsx';
import { decisionQuery } from './queries.ts';
import { noRecommendationWords } from './reason-words.ts';
import { words } from './words.ts';

const route = getRouteApi('/experiments/$experimentId/decide');

/** Decides how a run ended and what its flag serves from now on, with all that the decision rests on. */
export function DecidePage() {
  const { experimentId } = route.useParams();
  const project = useProject();
  const query = useQuery(decisionQuery(project.id, experimentId));
  const { data } = query;
  const back = (
    <BackLink to="/experiments/$experimentId" params={{ experimentId }}>
      {data?.name ?? words.experiment}
    </BackLink>
  );
  if (data === undefined) {
    return (
      <Page title={words.decide} back={back}>
        <QueryState query={query} what={words.name} />
      </Page>
    );
  }
  if (data.status === 'draft') return <NothingToDecide id={experimentId} name={data.name} back={back} />;
  return (
    <Page title={words.title[data.status](data.name)} description={words.about[data.status]} back={back}>
      <Decision key={experimentId} decision={data} />
    </Page>
  );
}

function Decision({ decision }: { decision: ExperimentDecision }) {
  const { description } = decision;
  return (
    <div className={classes.parts}>
      <Section title={experimentWords.hypothesis}>
        <p className={classes.hypothesis} data-none={description === '' || undefined}>
          {description === '' ? words.noHypothesis : description}
        </p>
      </Section>
      <RecommendationPanel decision={decision} />
      <DecideMetrics decision={decision} />
      <Section title={words.decide}>
        <DecideForm decision={decision} />
      </Section>
    </div>
  );
}

function NothingToDecide({ id, name, back }: { id: number; name: string; back: ReactNode }) {
  const { draft: text } = words;
  return (
    <Page title={words.title.complete(name)} back={back}>
      <EmptyState
        title={text.title}
        action={
          <Link to="/experiments/$experimentId" params={{ experimentId: id }} search={{ tab: 'setup' }}>
            {text.back}
          </Link>
        }
      >
        {text.text}
      </EmptyState>
    </Page>
  );
}

/** Shows the server's recommendation and its reasons. */
function RecommendationPanel({ decision }: { decision: ExperimentDecision }) {
  const id = useId();
  const { recommendation, result, ...experiment } = decision;
  const isKnown = recommendation.kind === 'ship';
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
        <CautionList cautions={verdictWords(experiment, result).cautions} />
      </div>
    </section>
  );
}
