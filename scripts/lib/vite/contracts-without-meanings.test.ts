import { expect, test } from 'vitest';
import { withoutMeanings } from './contracts-without-meanings.ts';

test('codes lose their meanings and fields their descriptions, and nothing else', () => {
  const contract = `
const reason = codes({
  no_name: 'The event has no name.',
  too_deep: \`Deeper than \${max} levels, or "so".\`,
  other:
    'Any other error.',
});
const query = z.object({
  limit: wholeNumber.describe('Items of the page, at most.'),
  of: z.enum(['true']).optional()
    .describe(
      "It's the kind.",
    ),
  label: 'kept',
});`;
  expect(withoutMeanings(contract)).toBe(`
const reason = codes({
  no_name: '',
  too_deep: '',
  other: '',
});
const query = z.object({
  limit: wholeNumber,
  of: z.enum(['true']).optional(),
  label: 'kept',
});`);
});
