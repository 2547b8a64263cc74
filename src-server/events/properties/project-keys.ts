import type { JsonObject } from '../../core/contract.ts';
import { keyFormats } from '../../core/key-format-contract.ts';

const names = ['token', 'api_key'];

/** Returns properties without the project keys that SDKs add to them. An app's own token stays. */
export const withoutProjectKeys = (properties: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(properties).filter(([name, value]) => !names.includes(name) || !isProjectKey(value)),
  );

const isProjectKey = (value: unknown) => typeof value === 'string' && value.startsWith(keyFormats.project.prefix);
