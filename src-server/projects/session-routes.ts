import { type Request, Router } from 'express';
import { isoTime } from '../core/time.ts';
import { notFound, validationError } from '../http/error.ts';
import type { OwnAddress } from '../http/guard.ts';
import { listAnswer, pageOf } from '../http/list.ts';
import { resource } from '../http/methods.ts';
import { jsonBody, parse } from '../http/parse.ts';
import type { RequestMemory } from '../http/request-memory.ts';
import { type Authenticator, type Caller, callerOf } from './authenticate.ts';
import { requireAdministrator, requireAllProjects } from './permissions.ts';
import { challengeInput, linkUrl, signInInput } from './session-contract.ts';
import type { Sessions } from './sessions.ts';

type Parts = {
  address: OwnAddress;
  sessions: Sessions;
  authenticator: Pick<Authenticator, 'bearer'>;
  memory: RequestMemory;
};

/** Bytes of a body of `/session/`; anyone may send one. */
const maxBody = 10_000;

/** Signing in and out, and the list of sessions, relative to `/api`. Expects `requireCaller` before `/sessions`. */
export function sessionRoutes({ address, sessions, authenticator, memory }: Parts): Router {
  const router = Router();
  router.use('/session', jsonBody(memory, maxBody));
  addSigningIn(router, sessions, authenticator.bearer);
  addLinks(router, sessions, authenticator.bearer, address);
  addList(router, sessions);
  return router;
}

function addSigningIn(router: Router, sessions: Sessions, bearer: (request: Request) => Caller): void {
  resource(router, '/session/', {
    post(request, response) {
      const { code } = parse(signInInput.pick({ code: true }), request.body);
      const caller = code === undefined || request.get('authorization') !== undefined ? bearer(request) : null;
      const { origin } = parse(signInInput, request.body);
      sessions.requireAddress(origin);
      const signIn = { origin, userAgent: request.get('user-agent') ?? '' };
      const current = caller?.sessionId ?? null;
      if (code !== undefined) return void response.json(sessions.redeem(code, current, signIn));
      response.json(current === null ? sessions.start(caller as Caller, signIn) : sessions.issued(current));
    },
    delete(request, response) {
      const { sessionId } = bearer(request);
      if (sessionId === null) throw validationError('invalid_input', 'Only a session can sign out; this is a key.');
      sessions.end(sessionId);
      response.status(204).end();
    },
  });

  resource(router, '/session/challenge/', {
    post(request, response) {
      response.json(sessions.challenge(parse(challengeInput, request.body)));
    },
  });
}

function addLinks(router: Router, sessions: Sessions, bearer: (request: Request) => Caller, address: OwnAddress): void {
  resource(router, '/session/links/', {
    post(request, response) {
      const caller = bearer(request);
      requireAdministrator(caller);
      const { code, expiresAt } = sessions.createCode(caller);
      const asked = `${request.protocol}://${request.get('host') ?? 'localhost'}`;
      const url = linkUrl(address.isAlias(asked) ? address.origin : asked, code);
      response.status(201).json({ url, expires_at: isoTime(expiresAt) });
    },
  });
}

function addList(router: Router, sessions: Sessions): void {
  resource(router, '/sessions/', {
    get(request, response) {
      const caller = callerOf(response);
      requireAllProjects(caller);
      const page = pageOf(request);
      const { total, results } = sessions.list(caller.sessionId, page);
      response.json(listAnswer(request, page, total, results));
    },
    delete(_request, response) {
      const caller = callerOf(response);
      requireAdministrator(caller);
      sessions.endOthers(caller.sessionId);
      response.status(204).end();
    },
  });

  resource(router, '/sessions/:session_id/', {
    delete(request, response) {
      requireAdministrator(callerOf(response));
      if (!sessions.end(String(request.params.session_id))) throw notFound('No such session.');
      response.status(204).end();
    },
  });
}
