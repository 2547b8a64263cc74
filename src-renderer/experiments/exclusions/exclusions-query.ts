import { excludedPeople } from '#server/experiments/exclusions/exclusions-contract.ts';
import { project } from '#server/projects/contract.ts';
import { patch } from '../../api/api.ts';
import { questionQuery } from '../../api/question-query.ts';
import { projectKeys } from '../../projects/queries.ts';
import { experimentsPath, useExperimentChange } from '../queries.ts';
import { exclusionsWords } from './exclusions-words.ts';

/** Counts the people whom the body of a save would exclude; asks nothing while it is null. */
export function excludedPeopleQuery(projectId: number, exclusions: unknown) {
  return questionQuery(
    ['excluded people', projectId, exclusions],
    `${experimentsPath(projectId)}excluded_people/`,
    excludedPeople,
    { question: exclusions, what: exclusionsWords.what },
  );
}

/** Saves whom the project excludes; every result may change. */
export function useExclude(projectId: number) {
  return useExperimentChange(
    projectId,
    (exclusions: unknown) => patch(`/api/projects/${projectId}/`, { experiment_exclusions: exclusions }, project),
    (client) => client.invalidateQueries({ queryKey: projectKeys.all, exact: true }),
  );
}
