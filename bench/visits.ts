import { personOf, type SampleEvent, sampleEvent, uuidOf } from './payload.ts';

/**
 * Visits of a product's site: page views, clicks that posthog-js autocaptures, and custom events. Everything follows from the number
 * of the event, so that each run stores the same.
 */
export const visitors = 100_000;

const pages = [
  '/',
  '/pricing',
  '/docs',
  '/docs/install',
  '/docs/flags',
  '/docs/experiments',
  '/blog',
  '/changelog',
  '/login',
  '/signup',
  '/app',
  '/app/insights',
  '/app/settings',
  '/app/settings/billing',
  '/checkout',
  '/checkout/done',
  ...Array.from({ length: 64 }, (_, index) => `/app/projects/${1000 + index * 37}`),
  ...Array.from({ length: 40 }, (_, index) => `/blog/${2020 + (index % 7)}/what-we-learned-${index}`),
];
const campaigns = ['', '', '', '?utm_source=newsletter', '?utm_source=search&utm_campaign=autumn', '?ref=docs'];
const links = ['Pricing', 'Docs', 'Blog', 'Log in', 'Start free', 'Upgrade', 'Save', 'Invite', 'Delete', 'Next page'];
const plans = ['free', 'team', 'enterprise', 'trial'];

/** Shares in percent. */
const mix: [name: string, share: number][] = [
  ['$pageview', 36],
  ['$autocapture', 30],
  ['$pageleave', 18],
  ['search performed', 5],
  ['plan selected', 4],
  ['checkout started', 3],
  ['signed up', 2],
  ['checkout completed', 2],
];

/** Returns the nth event: a few people cause many events, most cause few. */
export function visit(number: number): SampleEvent {
  const event = nameOf(random(number, 1) * 100);
  const path = pages[Math.floor(random(number, 2) ** 2 * pages.length)] ?? '/';
  const campaign = pick(campaigns, random(number, 3));
  const own = {
    $current_url: `https://app.example.com${path}${campaign}`,
    $host: 'app.example.com',
    $pathname: path,
    plan: pick(plans, random(number, 4)),
    seats: 1 + Math.floor(random(number, 5) * 50),
    ...(event === '$autocapture' ? { $event_type: 'click', $elements_chain: chainOf(number) } : {}),
    ...(event === 'signed up'
      ? { $set_once: { referrer: pick(['search', 'friend', 'post'], random(number, 7)) } }
      : {}),
  };
  return {
    uuid: uuidOf(number, 0),
    event,
    distinct_id: personOf(Math.floor(random(number, 6) ** 1.5 * visitors), visitors),
    properties: { ...sampleEvent(0).properties, ...own },
  };
}

const experimentVariants = ['control', 'test', 'other'];

/** The flag of the experiment in `experimentVisit`, and its variants by weight. */
export const experimentFlag = {
  key: 'checkout',
  variants: experimentVariants.map((key, index) => ({ key, rollout_percentage: index === 0 ? 34 : 33 })),
};

const browser = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko)';
/** Testers have an email address in it. */
export const testDomain = '@example.com';

/**
 * Returns the nth event on a site with an experiment: every tenth exposes the next visitor, until all are exposed; the others are
 * visits. One visitor in a hundred is exposed anonymously, and identified a few events later. Two in a hundred
 * are headless browsers, and one is a tester.
 */
export function experimentVisit(number: number): SampleEvent {
  const visitor = Math.floor(number / 10);
  const isUnknown = visitor % 100 === 7;
  if (visitor >= visitors || (number % 10 !== 0 && !(isUnknown && number % 10 === 5))) return visit(number);
  // Visitors do not come in the order of their names.
  const known = personOf(visitor * 7919, visitors);
  const unknown = `device-${visitor}`;
  const uuid = uuidOf(number, 0);
  if (number % 10 !== 0) {
    return { uuid, event: '$identify', distinct_id: known, properties: { $anon_distinct_id: unknown } };
  }
  const agent = random(visitor, 12) < 0.02 ? 'HeadlessChrome' : 'Chrome';
  const domain = random(visitor, 13) < 0.01 ? testDomain : '@customer.test';
  const properties = {
    ...sampleEvent(0).properties,
    $raw_user_agent: `${browser} ${agent}/143.0.0.0 Safari/537.36`,
    $set: { email: `${known}${domain}` },
    $feature_flag: experimentFlag.key,
    $feature_flag_response: pick(experimentVariants, random(visitor, 11)),
  };
  return { uuid, event: '$feature_flag_called', distinct_id: isUnknown ? unknown : known, properties };
}

function nameOf(at: number): string {
  let end = 0;
  for (const [name, share] of mix) {
    end += share;
    if (at < end) return name;
  }
  return '$pageview';
}

/** Returns a link in a list, or a button in a form, five or six elements deep. */
function chainOf(number: number): string {
  const text = pick(links, random(number, 8));
  const nth = 1 + Math.floor(random(number, 9) * 8);
  const place = `nth-child="${nth}"nth-of-type="${nth}"`;
  if (random(number, 10) < 0.5) {
    const href = `/${text.toLowerCase().replace(' ', '-')}`;
    return `a.nav-link:attr__class="nav-link"attr__href="${href}"href="${href}"${place}text="${text}";li.nav-item:attr__class="nav-item"${place};ul.nav:attr__class="nav"nth-child="1"nth-of-type="1";nav:attr__id="main"attr_id="main"nth-child="2"nth-of-type="1";body:nth-child="2"nth-of-type="1"`;
  }
  return `button.button.primary:attr__class="button primary"attr__type="submit"${place}text="${text}";div.actions:attr__class="actions"nth-child="3"nth-of-type="3";form.card:attr__class="card"attr__id="form-${nth}"attr_id="form-${nth}"nth-child="1"nth-of-type="1";main:nth-child="2"nth-of-type="1";div:attr__id="root"attr_id="root"nth-child="1"nth-of-type="1";body:nth-child="2"nth-of-type="1"`;
}

const pick = <Value>(values: Value[], at: number): Value => values[Math.floor(at * values.length)] as Value;

/** Returns a number in [0, 1) by an integer hash, so that the same number and purpose always give the same. */
function random(number: number, purpose: number): number {
  let mixed = Math.imul(number ^ Math.imul(purpose, 0x9e3779b1), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x27d4eb2f);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
}
