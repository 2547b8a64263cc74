import { z } from 'zod';
import type { ConnectedServer } from '../api/connect.ts';

const decision = z.object({ featureFlags: z.record(z.string(), z.union([z.boolean(), z.string()])) });

/** Requests a person's flags, as an app does. */
export async function decide(server: ConnectedServer, apiKey: string | null, distinctId: string) {
  const question = { api_key: apiKey, distinct_id: distinctId };
  return (await server.send('/decide/?v=2', decision, question)).featureFlags;
}
