import { expect, test } from 'vitest';
import { called, did, inNovember, labForEach } from '../results-testing.ts';

const { lab } = labForEach();

const people = 300;
const revenue = (benchtop: object) => ({
  events: [{ id: 'paid' }],
  benchtop: { kind: 'mean_property', property: 'amount', ...benchtop },
});

/** Runs with 300 people a variant, of whom 60 pay 10 and the first of test this much. */
async function ran(most: number): Promise<number> {
  const id = await lab.add({
    start_date: inNovember(11),
    filters: revenue({}),
    secondary_metrics: [{ name: 'Revenue', filters: revenue({ guardrail: { margin: 90 }, minimum_effect: 900 }) }],
  });
  const batch = ['control', 'test'].flatMap((variant) =>
    Array.from({ length: people }, (_, index) => {
      const person = `${variant}-${index}`;
      const amount = variant === 'test' && index === 0 ? most : 10;
      const paid = index < people / 5 ? [did('paid', person, inNovember(12, 1), { amount })] : [];
      return [called(person, variant, inNovember(12)), ...paid];
    }).flat(),
  );
  await lab.capture(batch);
  return id;
}

test('an interval decided by one person has a caution, and no guardrail or smallest effect rests on it', async () => {
  const id = await ran(300);
  const { verdict, explanation, variants } = await lab.result(id);
  expect(variants[1]?.evidence.versus?.is_too_little).toBe(true);
  expect(verdict.cautions).toContainEqual({ code: 'skewed', variants: ['test'] });
  expect(verdict.cautions).toContainEqual({ code: 'skewed_guardrails', metrics: ['Revenue'] });
  expect(explanation).toContain('A few people with extreme values decide a lift of “Revenue”');
  expect(explanation).toContain('A few people with extreme values decide the lift of “test”');
  expect(verdict.guardrails).toMatchObject([{ state: 'not_decided', interval: null }]);
  expect((await lab.secondary(id))[0]?.variants[1]?.evidence.versus?.minimum_effect).toBe('open');
});

test('values that are alike have no such caution', async () => {
  const id = await ran(10);
  const { verdict } = await lab.result(id);
  expect(verdict.cautions.some(({ code }) => code.startsWith('skewed'))).toBe(false);
  expect(verdict.guardrails).toMatchObject([{ state: 'not_harmed' }]);
  expect((await lab.secondary(id))[0]?.variants[1]?.evidence.versus?.minimum_effect).toBe('below');
});
