import { get } from '../api.ts';
import type { Bench } from '../bench.ts';
import { quantile } from '../figures/numbers.ts';
import type { Server } from '../processes.ts';
import { timesOf } from '../times.ts';
import { visit } from '../visits.ts';

const asks = 100;
const searches = 10;

type Query = Record<string, string>;

const ofProperty = (key: string, value: unknown): Query => ({ properties: JSON.stringify([{ key, value }]) });

/** Queries of the inspector, by request number. */
const pages: Record<string, (number: number) => Query> = {
  newest: () => ({}),
  'an event': (number) => ({ event: visit(number).event }),
  'a person': (number) => ({ distinct_id: visit(number).distinct_id }),
  'a property that many have': (number) => ofProperty('plan', visit(number).properties.plan),
  'a property of few, with an event': (number) => ({
    event: 'checkout completed',
    ...ofProperty('seats', visit(number).properties.seats),
  }),
};

const texts: Record<string, (number: number) => Query> = {
  'a common text': () => ({ search: 'newsletter' }),
  'a text of few events': (number) => ({ search: `what-we-learned-${number % 40}` }),
  'a text that no event has': () => ({ search: 'what-no-event-has' }),
};

export async function inspectEvents(bench: Bench, server: Server, stored: string): Promise<void> {
  for (const [name, queryOf] of Object.entries(pages)) {
    if (bench.wants('inspector')) bench.record('inspector', `${name}, ${stored}`, await p99(server, asks, queryOf));
  }
  for (const [name, queryOf] of Object.entries(texts)) {
    if (!bench.wants('inspector-text')) continue;
    bench.record('inspector-text', `${name}, ${stored}`, await p99(server, searches, queryOf));
  }
}

async function p99({ url }: Server, count: number, queryOf: (number: number) => Query): Promise<number> {
  const ask = (number: number) => get(`${url}/api/projects/@current/events/?${new URLSearchParams(queryOf(number))}`);
  return quantile(await timesOf(count, ask), 0.99);
}
