import type { Request } from 'express';
import { z } from 'zod';
import { isoTime } from '../core/text/time-contract.ts';
import { type Endpoint, endpointsOf } from '../http/endpoint.ts';
import { notFound, validationError } from '../http/error.ts';
import type { OwnAddress } from '../http/guard.ts';
import { originOf } from '../http/list.ts';
import {
  challengeAnswer,
  challengeInput,
  issuedSession,
  link,
  linkUrl,
  sessionList,
  signInInput,
} from './session-contract.ts';
import type { Sessions } from './sessions.ts';

type Parts = { address: OwnAddress; sessions: Sessions };

const endpoint = endpointsOf({ tag: 'Sessions' });

export const sessionEndpoints = ({ address, sessions }: Parts): Endpoint[] => [
  ...signingIn(sessions),
  endpoint(
    'POST /api/session/links/',
    { summary: 'Create a link that signs in one browser', access: 'administer', status: 201, answer: link },
    ({ request, caller }) => {
      const { code, expiresAt } = sessions.createCode(caller);
      const asked = originOf(request);
      const url = linkUrl(address.isAlias(asked) ? address.origin : asked, code);
      return { url, expires_at: isoTime(expiresAt) };
    },
  ),
  endpoint(
    'GET /api/sessions/',
    { summary: 'List sessions', access: 'read_all_projects', paged: true, answer: sessionList },
    ({ caller, page }) => sessions.list(caller.sessionId, page),
  ),
  endpoint('DELETE /api/sessions/', { summary: 'End all sessions but this one', access: 'administer' }, ({ caller }) =>
    sessions.endOthers(caller.sessionId),
  ),
  endpoint(
    'DELETE /api/sessions/{session_id}/',
    { summary: 'End a session', access: 'administer', params: z.object({ session_id: z.string() }) },
    ({ params }) => {
      if (!sessions.end(params.session_id)) throw notFound('No such session.');
    },
  ),
];

const userAgentOf = (request: Request) => request.get('user-agent') ?? '';

const signingIn = (sessions: Sessions): Endpoint[] => [
  endpoint(
    'POST /api/session/',
    {
      summary: 'Sign in: exchange the code of a link, or a personal key as Bearer token, for a session',
      access: 'code',
      body: signInInput,
      example: { origin: 'http://127.0.0.1:8010' },
      answer: issuedSession,
    },
    ({ request, caller, body: { code, origin } }) => {
      sessions.requireAddress(origin);
      const signIn = { origin, userAgent: userAgentOf(request) };
      const current = caller?.sessionId ?? null;
      // A request without a key has a code.
      if (caller === null || code !== undefined) return sessions.redeem(code ?? '', current, signIn);
      return current === null ? sessions.start(caller, signIn) : sessions.issued(current);
    },
  ),
  endpoint('DELETE /api/session/', { summary: 'Sign out: end this session', access: 'any' }, ({ caller }) => {
    if (caller.sessionId === null)
      throw validationError('invalid_input', 'Only a session can sign out; this request has none.');
    sessions.end(caller.sessionId);
  }),
  endpoint(
    'POST /api/session/challenge/',
    {
      summary: 'Prove that the server knows the key of a session',
      access: 'open',
      body: challengeInput,
      example: {
        session: '0190a5f0-1111-4222-8333-444455556666',
        nonce: '00112233445566778899aabbccddeeff',
        origin: 'http://127.0.0.1:8010',
      },
      answer: challengeAnswer,
    },
    ({ body }) => sessions.challenge(body),
  ),
];
