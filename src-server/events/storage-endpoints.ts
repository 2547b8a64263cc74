import { quoteSent } from '../core/text/quote-sent.ts';
import { restoreAnswer, restoreRequest, storageCopy, storageReport } from '../database/storage/contract.ts';
import { StartError } from '../database/storage/start-error.ts';
import type { Storage } from '../database/storage/storage.ts';
import { type Endpoint, endpointsOf } from '../http/endpoint.ts';
import { storageUnavailable, validationError } from '../http/error.ts';

const endpoint = endpointsOf({ tag: 'Server', access: 'administer', isRepair: true });

/** Creates the endpoints of copies, restoring and findings. They concern all projects, and the answers name files. */
export const storageEndpoints = (storage: Storage): Endpoint[] => [
  endpoint(
    'GET /api/storage/',
    { summary: 'Read the state of the stored data: the last finding, and the copies', answer: storageReport },
    () => storage.report(),
  ),
  endpoint('POST /api/storage/copies/', { summary: 'Copy the database now', status: 201, answer: storageCopy }, () =>
    storage.copy('manual').catch(unavailable),
  ),
  endpoint(
    'POST /api/storage/restore/',
    {
      summary: 'Restore a copy; the present database is set aside',
      body: restoreRequest,
      example: { copy: '20261120T141522000Z-manual-32160.sqlite' },
      answer: restoreAnswer,
    },
    async ({ body: { copy: name } }) => {
      if (!storage.report().copies.some((copy) => copy.name === name)) {
        throw validationError(
          'invalid_choice',
          `\`copy\` must be the name of a copy, as GET /api/storage/ lists them; got ${quoteSent(name)}.`,
          'copy',
        );
      }
      const restored = await storage.restore(name).catch(unavailable);
      return { ...storage.report(), restored };
    },
  ),
  endpoint(
    'POST /api/storage/accept/',
    {
      summary: 'Continue with the present data: the finding is not shown again, unless a later check repeats it',
      answer: storageReport,
    },
    async () => {
      await storage.acceptFinding();
      return storage.report();
    },
  ),
];

function unavailable(error: unknown): never {
  throw error instanceof StartError ? storageUnavailable(error.message) : error;
}
