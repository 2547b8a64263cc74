import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { quoteSent } from '../../core/text/quote-sent.ts';
import { type Endpoint, endpoint } from '../../http/endpoint.ts';
import { notFound } from '../../http/error.ts';
import { sdkPaths } from '../../http/sdk-paths.ts';
import type { Authenticator } from '../../projects/authenticate.ts';
import type { CompiledFlags } from '../evaluation/compiled.ts';
import { payloadOf } from '../evaluation/evaluate.ts';
import { projectOfToken } from './definitions.ts';

type Parts = {
  authenticator: Pick<Authenticator, 'publicKey'>;
  compiled: CompiledFlags;
  /** Records a request for a single flag. */
  asked(request: IncomingMessage, projectId: number, key: string, isKnown: boolean): void;
};

/**
 * The payload of a flag that needs no person: `getRemoteConfigPayload` of posthog-node and posthog-python. Of an override for
 * everyone, the payload of its value; else that of `true`.
 */
export const payloadEndpoints = ({ authenticator, compiled, asked }: Parts): Endpoint[] =>
  sdkPaths.remotePayload.map((path) =>
    endpoint(
      `GET ${path}`,
      {
        tag: 'Flag evaluation',
        summary: 'The payload of a flag, as JSON text; null without one',
        sdk: true,
        query: z.object({ token: z.string().optional() }),
        answer: z.string().nullable(),
      },
      ({ request, caller, projectId: ofPath, params: { key }, query: { token } }) => {
        const isCurrent = request.params.project_id === '@current' && token !== undefined;
        const projectId = isCurrent ? projectOfToken(authenticator, caller, token) : ofPath;
        const { byKey, forEveryone } = compiled.of(projectId);
        const flag = byKey.get(key);
        asked(request, projectId, key, flag !== undefined);
        if (flag !== undefined) return payloadOf(flag, forEveryone.get(flag.id) ?? true);
        throw notFound(`No feature flag has the key ${quoteSent(key)}.`);
      },
    ),
  );
