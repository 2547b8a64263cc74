import { type RequestHandler, Router } from 'express';
import {
  type RestoreAnswer,
  restoreRequest,
  type StorageCopy,
  type StorageReport,
} from '../database/storage/contract.ts';
import { StartError } from '../database/storage/start-error.ts';
import type { Storage } from '../database/storage/storage.ts';
import { storageUnavailable, validationError } from '../http/error.ts';
import { resource } from '../http/methods.ts';
import { parse } from '../http/parse.ts';
import { callerOf } from '../projects/authenticate.ts';
import { requireAdministrator } from '../projects/permissions.ts';

/** `/storage/`, relative to `/api`: copies, restoring, and what was found wrong; expects `requireCaller` before it. */
export function storageRoutes(storage: Storage): Router {
  const router = Router();
  router.use('/storage', administratorsOnly);
  resource(router, '/storage/', {
    get(_request, response) {
      response.json(storage.report() satisfies StorageReport);
    },
  });
  resource(router, '/storage/copies/', {
    async post(_request, response) {
      const copy = await storage.copy('manual').catch(explain);
      response.status(201).json(copy satisfies StorageCopy);
    },
  });
  resource(router, '/storage/restore/', {
    async post(request, response) {
      const { copy: name } = parse(restoreRequest, request.body);
      if (!storage.report().copies.some((copy) => copy.name === name)) {
        throw validationError('invalid_choice', `There is no copy "${name}". GET /api/storage/ lists them.`, 'copy');
      }
      const restored = await storage.restore(name).catch(explain);
      response.json({ ...storage.report(), restored } satisfies RestoreAnswer);
    },
  });
  resource(router, '/storage/accept/', {
    async post(_request, response) {
      await storage.acceptFinding();
      response.json(storage.report() satisfies StorageReport);
    },
  });
  return router;
}

/** The stored data is that of all projects, and the answers name files. */
const administratorsOnly: RequestHandler = (_request, response, next) => {
  requireAdministrator(callerOf(response));
  next();
};

function explain(error: unknown): never {
  throw error instanceof StartError ? storageUnavailable(error.message) : error;
}
