import fc from 'fast-check';

export const day = (number: number, hour = 12) => new Date(Date.UTC(2026, 9, number, hour)).toISOString();
const word = fc.constantFrom('a', 'b', 'A', 'a b', '/x', '5', '', 'ä');
const json = fc.oneof(
  word,
  fc.integer({ min: 0, max: 9 }),
  fc.constant(null),
  fc.boolean(),
  fc.constant({ b: 1, a: [2] }),
);
const elementChain = fc.constantFrom(
  undefined,
  'button.a:nth-child="1"nth-of-type="1"text="a";a:attr__href="/x"href="/x"nth-child="2"nth-of-type="1"',
  'span:text="b"nth-child="1"nth-of-type="1";button.a.b:nth-child="3"nth-of-type="2"text="a b"',
);
export const generatedEvent = fc.record({
  event: fc.constantFrom('a', 'b', '$pageview', 'A'),
  distinct_id: fc.constantFrom('p1', 'p2', 'p3'),
  timestamp: fc.integer({ min: 1, max: 20 }).map((number) => day(number)),
  properties: fc.record(
    { $current_url: fc.oneof(word, json), a: json, b: json, $elements_chain: elementChain },
    { requiredKeys: [] },
  ),
});
const condition = fc.record(
  {
    key: fc.constantFrom('a', 'b', 'plan'),
    value: fc.oneof(word, fc.integer({ min: 0, max: 9 }).map(String)),
    operator: fc.constantFrom('exact', 'is_not', 'is_set', 'is_not_set', 'icontains', 'regex'),
    type: fc.constantFrom('event', 'person'),
  },
  { requiredKeys: ['key', 'value'] },
);
const wholeStep = fc.record(
  {
    event: fc.constantFrom('a', 'b', '$pageview', 'A', 'never'),
    url: word,
    url_matching: fc.constantFrom('contains', 'exact', 'regex'),
    text: word,
    tag_name: fc.constantFrom('a', 'button', 'SPAN'),
    href: fc.constantFrom('/x', ''),
    selector: fc.constantFrom('button', '.a', 'a > button', 'button:nth-child(3)', '[href^="/"]'),
    properties: fc.oneof(
      fc.array(condition, { maxLength: 2 }),
      fc.dictionary(
        fc.constantFrom('a', 'b'),
        json.filter((value) => value !== null),
      ),
    ),
  },
  { requiredKeys: [] },
);

/** At most two conditions, so that a fair share matches. */
export const generatedStep = wholeStep.chain((step) =>
  fc.shuffledSubarray(Object.entries(step), { maxLength: 2 }).map((entries) => Object.fromEntries(entries)),
);
