export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the filters for a map of properties: `{ plan: 'pro', total: { operator: 'gte', value: 10 } }`. */
export const conditionsOf = <Value>(properties: Record<string, Value>) =>
  Object.entries(properties).map(([key, value]) => ({ key, ...(isObject(value) ? value : { value }) }));
