import { IconChevronLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ExperimentDecision } from '#server/experiments/decision/decision-contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import detail from '../../ui/page/detail-page.module.css';
import { Page } from '../../ui/page/page.tsx';
import { Section } from '../../ui/page/section.tsx';
import { experimentWords } from '../words.ts';
import classes from './decide.module.css';
import { DecideForm } from './decide-form.tsx';
import { DecideMetrics } from './decide-metrics.tsx';
import { decisionQuery } from './queries.ts';
import { RecommendationPanel } from './recommendation-panel.tsx';
import { words } from './words.ts';

const route = getRouteApi('/experiments/$experimentId/decide');

/** Decides how a run ended and what its flag serves from now on, with all that the decision rests on. */
export function DecidePage() {
  const { experimentId } = route.useParams();
  const project = useProject();
  const query = useQuery(decisionQuery(project.id, experimentId));
  const { data } = query;
  const back = <BackToExperiment id={experimentId}>{data?.name ?? words.experiment}</BackToExperiment>;
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

function BackToExperiment({ id, children }: { id: number; children: ReactNode }) {
  return (
    <Link to="/experiments/$experimentId" params={{ experimentId: id }} className={detail.back}>
      <Icon of={IconChevronLeft} /> {children}
    </Link>
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
