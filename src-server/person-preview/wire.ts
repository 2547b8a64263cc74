import type { FeatureCore } from '../database/feature-core.ts';
import { type PersonPreviewParts, personPreviewEndpoints } from './endpoints.ts';

type Queries = PersonPreviewParts['queries'];
type Core = FeatureCore<Omit<Queries, 'actions'>>;
type Parts = {
  flags: Pick<PersonPreviewParts, 'evaluator'>;
  actions: Pick<PersonPreviewParts, 'actions'> & { queries: Queries['actions'] };
  experiments: Pick<PersonPreviewParts, 'experiments'>;
};

/** Creates the endpoints that preview flags, experiments and actions for one person. */
export function createPersonPreview({ queries, clock }: Core, { flags, actions, experiments }: Parts) {
  const previewed = { evaluator: flags.evaluator, actions: actions.actions, experiments: experiments.experiments };
  const ownQueries = { flags: queries.flags, experiments: queries.experiments, personPreview: queries.personPreview };
  const allQueries = { ...ownQueries, actions: actions.queries };
  return { endpoints: personPreviewEndpoints({ ...previewed, queries: allQueries, clock }) };
}
