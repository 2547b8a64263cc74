import type { JsonObject } from '../../core/contract.ts';
import { companies, type Subject } from '../../testing/flag-subjects.ts';
import type { FlagValue } from '../contract.ts';

export type Answer = { values: Record<string, FlagValue>; payloads: JsonObject };

const groupPropertiesOf = ({ groups }: Subject) => {
  const known = companies.find(({ key }) => key === groups.company);
  return known === undefined ? {} : { company: known.properties };
};
/** Returns the options of a server application that knows a person, with all stored properties. */
export const optionsOf = (subject: Subject, onlyEvaluateLocally: boolean) => ({
  groups: subject.groups,
  // The SDK's type allows only text, but its rules accept any JSON.
  personProperties: { ...subject.stored, ...subject.sent } as Record<string, string>,
  groupProperties: groupPropertiesOf(subject) as Record<string, Record<string, string>>,
  onlyEvaluateLocally,
});

export const bodyOf = ({ id, groups, sent }: Subject) => ({ distinct_id: id, groups, person_properties: sent });

export type Detail = { enabled: boolean; variant: string | null; metadata: { payload: string | null } };

export const parsed = (payloads: [key: string, text: string][]): JsonObject =>
  Object.fromEntries(payloads.map(([key, text]) => [key, JSON.parse(text)]));
