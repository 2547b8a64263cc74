import type { Clock } from '../../core/clock.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import { exclusionsInput } from '../../projects/contract.ts';
import { validateProperties } from '../../properties/validate.ts';
import { experimentEndpoint, experimentsPath } from '../endpoints.ts';
import type { ExperimentQueries } from '../queries.ts';
import { excludedPeople } from './exclusions-contract.ts';

type Parts = { queries: ExperimentQueries; clock: Clock };

export const exclusionsEndpoints = ({ queries, clock }: Parts): Endpoint[] => [
  experimentEndpoint(
    `POST ${experimentsPath}excluded_people/`,
    {
      summary: 'Count the people whom these exclusions would exclude, before they are saved in the project',
      access: 'write',
      body: exclusionsInput,
      example: { bots: true, properties: [{ key: 'email', value: '@example.com', operator: 'icontains' }] },
      answer: excludedPeople,
    },
    ({ projectId, body }) => {
      validateProperties(body.properties, ['properties']);
      return queries.excludedPeople({ projectId, exclusions: body, now: clock.now() });
    },
  ),
];
