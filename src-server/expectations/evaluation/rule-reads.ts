import { nestedKeys } from '../../events/properties/nested-property.ts';
import { keysOfSchema } from '../../properties/schema-keys.ts';
import type { Rule } from '../contract.ts';

type RuleReads = { keys: readonly string[] | null; personProperties: boolean };

export function readsOf({ properties, schema, unique }: Rule): RuleReads {
  const filters = properties.filter(({ type }) => type !== 'person').flatMap(({ key }) => nestedKeys(key));
  const ofSchema = schema === null ? [] : keysOfSchema(schema);
  const ofUnique = unique === null ? [] : 'property' in unique ? nestedKeys(unique.property) : null;
  return {
    keys: ofSchema === null || ofUnique === null ? null : [...filters, ...ofSchema, ...ofUnique],
    personProperties: properties.some(({ type }) => type === 'person'),
  };
}

/** Returns which fields of an event the conditions of several rules read. */
export function keysOfRules(rules: readonly Rule[]): readonly string[] | null {
  const keys = rules.map((rule) => readsOf(rule).keys);
  return keys.includes(null) ? null : [...new Set(keys.flatMap((each) => each ?? []))];
}
