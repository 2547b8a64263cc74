import { dayMs } from '#server/core/text/time-contract.ts';
import { generator } from '../simulate-plan.ts';

/** A generated event, in the form of a batch's element. */
export type SampleEvent = {
  event?: string;
  distinct_id?: string;
  timestamp: string;
  properties: Record<string, unknown>;
};
export type SampleBatch = SampleEvent[];

const DAYS = 14;
const SESSIONS = 46;
const origin = 'https://shop.example';
const products = [
  { sku: 'mug-01', name: 'Enamel mug', category: 'kitchen', price: 14 },
  { sku: 'lamp-04', name: 'Desk lamp', category: 'lighting', price: 59 },
  { sku: 'rug-02', name: 'Wool rug', category: 'textiles', price: 189 },
  { sku: 'tea-07', name: 'Oolong tea', category: 'kitchen', price: 9.5 },
  { sku: 'vase-03', name: 'Stone vase', category: 'decoration', price: 42 },
] as const;
const people = [
  'Ada',
  'Bela',
  'Chidi',
  'Dana',
  'Emil',
  'Fatima',
  'Goran',
  'Hana',
  'Imre',
  'Jonas',
  'Kaya',
  'Lena',
  'Mateo',
  'Nora',
];
const browsers = ['Firefox', 'Chrome', 'Safari'] as const;
const referrers = ['$direct', 'google.com', 'newsletter', 'instagram.com'] as const;

/**
 * Returns some 300 events of a small shop over the 14 days before `now` (ms since the epoch): visits, baskets, orders,
 * sign-ups, and the mistakes that a real app makes. One batch a visit, oldest first. The same `now` gives the same shop.
 */
export function sampleShop(now: number): SampleBatch[] {
  const random = generator(7, 0);
  const starts = Array.from({ length: SESSIONS }, () => now - random() * DAYS * dayMs).sort((a, b) => a - b);
  return starts.map((start, index) => session(Math.min(start, now - 15 * 60_000), index, random));
}

function session(start: number, index: number, random: () => number): SampleBatch {
  const name = people[Math.floor(random() * people.length)] ?? 'Ada';
  const isKnown = random() < 0.55;
  const anonymous = `anon-${(index * 7919 + 4241).toString(36)}`;
  const visit: Visit = {
    at: start,
    id: isKnown ? name.toLowerCase() : anonymous,
    random,
    shared: {
      $browser: pick(browsers, random),
      $os: pick(['Mac OS X', 'Windows', 'Android', 'iOS'], random),
      $device_type: random() < 0.6 ? 'Desktop' : 'Mobile',
      $session_id: `session-${index + 1}`,
      $lib: 'web',
      app_version: index > SESSIONS / 2 ? '2.4.0' : '2.3.1',
    },
    events: [],
  };
  add(visit, '$pageview', { ...pageAt('/'), $referrer: pick(referrers, random) });
  browse(visit);
  if (!isKnown && random() < 0.4) signUp(visit, name, anonymous);
  if (random() < 0.6) buy(visit);
  if (index % 9 === 4) mistake(visit, index);
  return visit.events;
}

type Visit = { at: number; id: string; random: () => number; shared: Record<string, unknown>; events: SampleEvent[] };

function add(visit: Visit, event: string, properties: Record<string, unknown>): void {
  const timestamp = new Date(visit.at).toISOString();
  visit.events.push({ event, distinct_id: visit.id, timestamp, properties: { ...properties, ...visit.shared } });
  visit.at += 4_000 + visit.random() * 50_000;
}

function browse(visit: Visit): void {
  const views = 1 + Math.floor(visit.random() * 3);
  for (let view = 0; view < views; view += 1) {
    const product = pick(products, visit.random);
    add(visit, '$pageview', pageAt(`/products/${product.sku}`));
    add(visit, 'product viewed', { ...product, from: pick(['search', 'home', 'category'], visit.random) });
  }
}

function signUp(visit: Visit, name: string, anonymous: string): void {
  visit.id = name.toLowerCase();
  const plan = pick(['free', 'free', 'plus'], visit.random);
  add(visit, 'signed up', { plan, method: pick(['email', 'google'], visit.random) });
  add(visit, '$identify', {
    $anon_distinct_id: anonymous,
    $set: { name, email: `${name.toLowerCase()}@shop.example`, plan },
  });
}

function buy(visit: Visit): void {
  const items = Array.from({ length: 1 + Math.floor(visit.random() * 2) }, () => ({
    ...pick(products, visit.random),
    quantity: 1 + Math.floor(visit.random() * 2),
  }));
  for (const { sku, price, quantity } of items) add(visit, 'added to basket', { sku, price, quantity });
  add(visit, 'checkout started', { ...pageAt('/checkout'), items: items.length, currency: 'EUR' });
  if (visit.random() < 0.2) {
    add(visit, 'payment failed', { provider: 'card', code: 'insufficient_funds', retryable: true });
    return;
  }
  const total = items.reduce((sum, item) => sum + item.price * item.quantity, 0);
  const voucher = visit.random() < 0.3 ? 'SPRING10' : null;
  add(visit, 'order completed', {
    total,
    currency: 'EUR',
    items,
    voucher,
    shipping: { country: 'DE', express: total > 100 },
  });
}

/** Returns what QA looks for: an event before the user is loaded, and one without a name. */
function mistake(visit: Visit, index: number): void {
  const timestamp = new Date(visit.at).toISOString();
  const isNameless = index % 2 === 0;
  const properties = { ...visit.shared, basket_size: 2 };
  if (isNameless) visit.events.push({ distinct_id: visit.id, timestamp, properties });
  else visit.events.push({ event: 'basket restored', distinct_id: '', timestamp, properties });
}

function pageAt(path: string): Record<string, unknown> {
  return { $current_url: origin + path, $pathname: path, $host: 'shop.example' };
}

function pick<Item>(items: readonly [Item, ...Item[]] | readonly Item[], random: () => number): Item {
  return items[Math.floor(random() * items.length)] as Item;
}
