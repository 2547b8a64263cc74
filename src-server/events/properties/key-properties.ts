import type { JsonObject } from '../../core/contract.ts';

/** Returns properties without the keys of a project that SDKs add to them. */
export function withoutKeys({ token: _, api_key: __, ...properties }: JsonObject): JsonObject {
  return properties;
}
