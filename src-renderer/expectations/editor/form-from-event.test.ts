import { expect, test } from 'vitest';
import { expectationInput } from '#server/expectations/contract.ts';
import { inputOf } from './expectation-form.ts';
import { validate } from './form-errors.ts';
import { expectationFormFromEvent } from './form-from-event.ts';

const properties = {
  plan: 'pro',
  is_first: true,
  total: 40.5,
  items: [{ sku: 'a' }],
  coupon: null,
  order_id: 'A-17',
  ordered_at: 'yesterday',
  sent: '2026-11-23T10:00:00Z',
  mail: 'ann@example.com',
  phone: '0043 1234',
  note: 'x'.repeat(41),
  $lib: 'web',
  token: 'phc_key',
};

test('an event becomes exactly one of its name, by the values that tell it from others and the types of the rest', () => {
  const form = expectationFormFromEvent({ event: 'checkout', properties, test_run: 'r1' });
  expect(validate(form)).toEqual({});
  expect(expectationInput.parse(inputOf(form))).toMatchObject({
    test_run: 'r1',
    event: 'checkout',
    count: { exactly: 1 },
    properties: [
      { key: 'plan', value: 'pro', operator: 'exact' },
      { key: 'is_first', value: true, operator: 'exact' },
    ],
    schema: {
      properties: {
        total: { type: 'number' },
        items: { type: 'array' },
        coupon: { type: 'null' },
        order_id: { type: 'string' },
        ordered_at: { type: 'string' },
        sent: { type: 'string' },
        mail: { type: 'string' },
        phone: { type: 'string' },
        note: { type: 'string' },
      },
      required: ['total', 'items', 'coupon', 'order_id', 'ordered_at', 'sent', 'mail', 'phone', 'note'],
    },
  });
});

test.each(['app_version', 'appVersion', 'version', 'build', 'git_commit', 'release'])(
  'the next build also fits: %s is expected by its type',
  (key) => {
    const form = expectationFormFromEvent({ event: 'checkout', properties: { [key]: '1.0' }, test_run: null });
    expect(expectationInput.parse(inputOf(form))).toMatchObject({
      properties: [],
      schema: { properties: { [key]: { type: 'string' } } },
    });
  },
);

test('an event without properties of its own is expected by its name alone, in every event', () => {
  const form = expectationFormFromEvent({ event: 'ping', properties: { $lib: 'web' }, test_run: null });
  expect(expectationInput.parse(inputOf(form))).toMatchObject({ test_run: null, properties: [], schema: null });
});
