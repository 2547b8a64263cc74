import { type Request, type Response, Router } from 'express';
import { notFound, permissionDenied, validationError } from '../http/error.ts';
import { listAnswer, pageOf } from '../http/list.ts';
import { resource } from '../http/methods.ts';
import { parse, pathId } from '../http/parse.ts';
import { type Caller, callerOf, projectOf } from './authenticate.ts';
import {
  type CurrentUser,
  personalKeyInput,
  personalKeyUpdate,
  projectInput,
  projectKeyInput,
  userInput,
  userUpdate,
} from './contract.ts';
import { allKeys, type KeyScope } from './key-store.ts';
import { administers, permissionsOf, requireAdministrator } from './permissions.ts';
import type { ProjectStore } from './store.ts';

type Options = {
  store: ProjectStore;
  /** Called once a project is out of sight, to remove what it holds. */
  onProjectDeleted(projectId: number): void;
};

/**
 * Projects, keys and users, relative to `/api`. Expects `requireCaller` before it, and `requireProject` before everything
 * under `/projects/:project_id`. A key that is scoped to one project sees that project and its keys only; what concerns more
 * than a project's data needs one that administers the server.
 */
export function projectRoutes({ store, onProjectDeleted }: Options): Router {
  const router = Router();
  addProjects(router, store, onProjectDeleted);
  addProjectKeys(router, store);
  addPersonalKeys(router, store);
  addUsers(router, store);
  return router;
}

function addProjects(router: Router, store: ProjectStore, onProjectDeleted: (projectId: number) => void): void {
  resource(router, '/projects/', {
    get(request, response) {
      const page = pageOf(request);
      const { total, results } = store.listProjects(callerOf(response).projectId, page);
      response.json(listAnswer(request, page, total, results));
    },
    post(request, response) {
      requireAdministrator(callerOf(response));
      response.status(201).json(store.addProject(parse(projectInput, request.body).name));
    },
  });

  resource(router, '/projects/:project_id/', {
    get(_request, response) {
      response.json(store.project(projectOf(response)));
    },
    patch(request, response) {
      const { name } = parse(projectInput.partial(), request.body);
      const projectId = projectOf(response);
      if (name !== undefined) store.renameProject(projectId, name);
      response.json(store.project(projectId));
    },
    delete(_request, response) {
      requireAdministrator(callerOf(response));
      const projectId = projectOf(response);
      if (store.countProjects() === 1) throw validationError('invalid_input', 'The last project cannot be deleted.');
      store.removeProject(projectId);
      onProjectDeleted(projectId);
      response.status(204).end();
    },
  });
}

function addProjectKeys(router: Router, store: ProjectStore): void {
  const keyOf = (request: Request, response: Response) =>
    found(withId(request.params.key_id, (id) => store.projectKey(projectOf(response), id)));

  resource(router, '/projects/:project_id/api_keys/', {
    get(request, response) {
      const page = pageOf(request);
      const { total, results } = store.listProjectKeys(projectOf(response), page);
      response.json(listAnswer(request, page, total, results));
    },
    post(request, response) {
      const { name } = parse(projectKeyInput, request.body);
      response.status(201).json(store.issueProjectKey(projectOf(response), name));
    },
  });

  resource(router, '/projects/:project_id/api_keys/:key_id/', {
    patch(request, response) {
      const key = keyOf(request, response);
      const { name } = parse(projectKeyInput.partial(), request.body);
      if (name !== undefined) store.renameProjectKey(projectOf(response), key.id, name);
      response.json(store.projectKey(projectOf(response), key.id));
    },
    delete(request, response) {
      store.revokeProjectKey(projectOf(response), keyOf(request, response).id);
      response.status(204).end();
    },
  });

  resource(router, '/projects/:project_id/api_keys/:key_id/rotate/', {
    post(request, response) {
      const key = keyOf(request, response);
      requireValid(key);
      store.rotateProjectKey(projectOf(response), key.id);
      response.json(store.projectKey(projectOf(response), key.id));
    },
  });
}

function addPersonalKeys(router: Router, store: ProjectStore): void {
  const keyOf = (request: Request, response: Response) =>
    found(withId(request.params.key_id, (id) => store.personalKeyById(id, keyScopeOf(callerOf(response)))));

  resource(router, '/personal_api_keys/', {
    get(request, response) {
      const page = pageOf(request);
      const { total, results } = store.listPersonalKeys(keyScopeOf(callerOf(response)), page);
      response.json(listAnswer(request, page, total, results));
    },
    post(request, response) {
      const caller = callerOf(response);
      const {
        name,
        user_id: userId = caller.userId,
        project_id: projectId,
        access,
      } = parse(personalKeyInput, request.body);
      // A key must not be able to make one that opens more than itself, or that acts as somebody else.
      if (!administers(caller) && (caller.projectId !== projectId || caller.userId !== userId)) {
        throw permissionDenied('This personal API key can only issue keys of its own project and user.');
      }
      if (store.user(userId) === undefined) throw validationError('invalid_input', 'No such user.', 'user_id');
      if (projectId !== null && !store.hasProject(projectId)) {
        throw validationError('invalid_input', 'No such project.', 'project_id');
      }
      response.status(201).json(store.issuePersonalKey({ name, userId, projectId, access }));
    },
  });

  resource(router, '/personal_api_keys/:key_id/', {
    patch(request, response) {
      const { id } = keyOf(request, response);
      const { name } = parse(personalKeyUpdate.partial(), request.body);
      if (name !== undefined) store.renamePersonalKey(id, name);
      response.json(store.personalKeyById(id, allKeys));
    },
    delete(request, response) {
      store.revokePersonalKey(keyOf(request, response).id);
      response.status(204).end();
    },
  });

  resource(router, '/personal_api_keys/:key_id/rotate/', {
    post(request, response) {
      const key = keyOf(request, response);
      requireValid(key);
      response.json(store.rotatePersonalKey(key.id));
    },
  });
}

function addUsers(router: Router, store: ProjectStore): void {
  const userOf = (request: Request, response: Response) => {
    const asked = request.params.user_id;
    const caller = callerOf(response);
    if (asked === '@me') return found(store.user(caller.userId));
    const user = found(withId(asked, store.user));
    if (user.id !== caller.userId && !administers(caller)) throw notFound();
    return user;
  };
  const requireFreeEmail = (email: string | undefined, userId?: number) => {
    const owner = email === undefined ? undefined : store.userWithEmail(email);
    if (owner !== undefined && owner !== userId) {
      throw validationError('unique', 'Another user has this e-mail address.', 'email');
    }
  };

  resource(router, '/users/', {
    get(request, response) {
      requireAdministrator(callerOf(response));
      const page = pageOf(request);
      const { total, results } = store.listUsers(page);
      response.json(listAnswer(request, page, total, results));
    },
    post(request, response) {
      requireAdministrator(callerOf(response));
      const input = parse(userInput, request.body);
      requireFreeEmail(input.email);
      response.status(201).json(store.addUser(input));
    },
  });

  resource(router, '/users/:user_id/', {
    get(request, response) {
      const user = userOf(request, response);
      if (request.params.user_id !== '@me') return void response.json(user);
      const caller = callerOf(response);
      const itself = { permissions: permissionsOf(caller), personal_key_id: caller.personalKeyId };
      response.json({ ...user, ...itself } satisfies CurrentUser);
    },
    patch(request, response) {
      requireAdministrator(callerOf(response));
      const { id } = userOf(request, response);
      const input = parse(userUpdate, request.body);
      requireFreeEmail(input.email, id);
      response.json(store.changeUser(id, input));
    },
  });
}

/** A key that does not administer the server sees those of its own user, within its own project. */
const keyScopeOf = (caller: Caller): KeyScope =>
  administers(caller) ? allKeys : { projectId: caller.projectId, userId: caller.userId };

function requireValid(key: { revoked_at: string | null }): void {
  if (key.revoked_at !== null) throw validationError('invalid_input', 'This key is revoked. Issue a new one instead.');
}

function withId<Item>(segment: unknown, read: (id: number) => Item | undefined): Item | undefined {
  const id = pathId(segment);
  return id === undefined ? undefined : read(id);
}

function found<Item>(item: Item | undefined): Item {
  if (item === undefined) throw notFound();
  return item;
}
