import type { Slot } from './payload.ts';

/**
 * The flags of the measured decides: 50 active ones, of which 10 have conditions on stored properties of the person, 12 have
 * variants and 25 a rollout, as in a grown project.
 */
export type SampleFlag = {
  key: string;
  name: string;
  filters: {
    groups: {
      properties?: { key: string; operator: string; value: unknown; type: 'person' }[];
      rollout_percentage: number | null;
    }[];
    multivariate?: { variants: { key: string; rollout_percentage: number }[] };
    payloads?: Record<string, unknown>;
  };
};

const person = (key: string, operator: string, value: unknown) => ({ key, operator, value, type: 'person' as const });

/** A list of conditions per flag; each matches some of the people below and not others. */
const conditions = [
  [person('plan', 'exact', ['team', 'enterprise'])],
  [person('email', 'icontains', '@example.com')],
  [person('email', 'regex', '^[a-z]+\\.\\d*[02468]@')],
  [person('seats', 'gt', 10)],
  [person('country', 'is_not', ['DE', 'FR'])],
  [person('signed_up_at', 'is_date_after', '2026-03-01')],
  [person('beta', 'exact', true), person('seats', 'lte', 25)],
  [person('company', 'is_set', true)],
  [person('role', 'exact', 'admin'), person('country', 'exact', 'US')],
  [person('spent', 'gte', 500), person('plan', 'is_not', 'free')],
];

export const sampleFlags: SampleFlag[] = Array.from({ length: 50 }, (_, index) => ({
  key: `sample-flag-${String(index).padStart(2, '0')}`,
  name: 'A flag of the bench',
  filters: {
    groups: [groupOf(index)],
    ...(index % 4 === 1 && index < 48 ? variantsOf(index) : {}),
  },
}));

/** Returns the conditions of a flag: every fifth has some, every second a partial rollout. */
function groupOf(index: number): SampleFlag['filters']['groups'][number] {
  const rollout_percentage = index % 2 === 0 ? 100 : 10 + ((index * 7) % 90);
  if (index % 5 !== 0) return { rollout_percentage };
  return { properties: conditions[index / 5] ?? [], rollout_percentage };
}

function variantsOf(index: number): Pick<SampleFlag['filters'], 'multivariate' | 'payloads'> {
  const names = index % 8 === 1 ? ['control', 'test'] : ['control', 'small', 'middle', 'large'];
  const variants = names.map((key) => ({ key, rollout_percentage: 100 / names.length }));
  return { multivariate: { variants }, payloads: { control: { color: 'gray', size: names.length } } };
}

/** Number of persons, used in turn. */
export const deciders = 4000;

export const deciderOf = (number: number): string => `user-${String(number % deciders).padStart(8, '0')}`;

/** Returns the properties that an app sets with `$identify`. */
export function storedProperties(number: number): Record<string, unknown> {
  const pick = <Value>(values: Value[], step: number): Value =>
    values[Math.floor(number / step) % values.length] as Value;
  return {
    email: `${pick(['ada', 'grace', 'alan'], 1)}.${number}@${pick(['example.com', 'example.org'], 2)}`,
    name: `Person ${number}`,
    plan: pick(['free', 'team', 'enterprise', 'trial'], 1),
    seats: 1 + (number % 40),
    country: pick(['US', 'DE', 'FR', 'JP', 'BR'], 1),
    role: pick(['admin', 'member', 'viewer'], 5),
    beta: number % 2 === 0,
    spent: (number * 37) % 1000,
    signed_up_at: new Date(Date.UTC(2026, number % 6, 1 + (number % 28))).toISOString(),
    ...(number % 3 === 0 ? { company: `Company ${number % 100}` } : {}),
  };
}

/** Returns the events that identify the persons. */
export const identifyEvents = (): { event: string; distinct_id: string; properties: Record<string, unknown> }[] =>
  Array.from({ length: deciders }, (_, number) => ({
    event: '$identify',
    distinct_id: deciderOf(number),
    properties: { $set: storedProperties(number) },
  }));

/** Returns the request of a server SDK for all flags of a person. */
export function decideBody(key: string): { body: Buffer; slots: Slot[] } {
  const distinctId = deciderOf(0);
  const text = JSON.stringify({
    distinct_id: distinctId,
    groups: {},
    person_properties: {},
    group_properties: {},
    geoip_disable: true,
    token: key,
  });
  return { body: Buffer.from(text), slots: [{ kind: 'decider', offset: text.indexOf(distinctId) }] };
}
