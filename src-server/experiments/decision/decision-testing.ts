import type { TestServer } from '../../testing/server.ts';
import { at } from '../api-testing.ts';
import { called, did } from '../results/results-testing.ts';

/** A window of three minutes. */
export const paidSoon = { events: [{ id: 'paid' }], funnel_window_days: 3 / 1440 };

/** Exposes 400 people in each variant, of whom this many pay a minute later. `from`: the first person's number. */
export function exposeAndPay(server: TestServer, paying: Record<string, number>, minute = 1, from = 0) {
  const batch = Object.entries(paying).flatMap(([variant, paid]) =>
    Array.from({ length: 400 }, (_, index) => `${variant}-${from + index}`).flatMap((id, index) => [
      called(id, variant, at(minute)),
      ...(index < paid ? [did('paid', id, at(minute + 1))] : []),
    ]),
  );
  return server.capture({ batch }, '/batch/');
}
