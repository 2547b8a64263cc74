import { isJsonObject } from '#server/core/contract.ts';

/** Returns the filters for a map of properties: `{ plan: 'pro', total: { operator: 'gte', value: 10 } }`. */
export const conditionsOf = <Value>(properties: Record<string, Value>) =>
  Object.entries(properties).map(([key, value]) => ({ key, ...(isJsonObject(value) ? value : { value }) }));
