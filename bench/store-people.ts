import { post } from './api.ts';
import { storedProperties } from './flags.ts';
import { personOf } from './payload.ts';
import { projectKey, type Server } from './processes.ts';

const batchSize = 1000;

/** Identifies this many persons with properties, over the API. Returns the number of events. */
export async function storePeople({ url }: Server, people: number): Promise<number> {
  for (let first = 0; first < people; first += batchSize) {
    const batch = Array.from({ length: Math.min(batchSize, people - first) }, (_, index) => ({
      event: '$identify',
      distinct_id: personOf(first + index, people),
      properties: { $set: storedProperties(first + index) },
    }));
    await post(`${url}/batch/`, { api_key: projectKey, batch });
  }
  return people;
}
