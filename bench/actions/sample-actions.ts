/** Typical actions of a team, on the events of `visit`. */
export type SampleStep = {
  event?: string;
  url?: string;
  url_matching?: 'contains' | 'exact' | 'regex';
  text?: string;
  href?: string;
  tag_name?: string;
  selector?: string;
  properties?: Record<string, unknown>[];
};
export type SampleAction = { name: string; steps: SampleStep[] };

/** Actions whose counts and matching are timed: they match from one event in three to one in fifty. */
export const simpleActions: SampleAction[] = [
  { name: 'an event by its name, 36% match', steps: [{ event: '$pageview' }] },
  { name: 'an event by its name, 2% match', steps: [{ event: 'checkout completed' }] },
  { name: 'a page by its url', steps: [{ event: '$pageview', url: '/docs' }] },
  { name: 'any event on a url', steps: [{ url: '/checkout' }] },
];

/** These read the properties of each event. */
export const costlyActions: SampleAction[] = [
  {
    name: 'a property',
    steps: [{ event: '$pageview', properties: [{ key: 'plan', value: 'team', operator: 'exact' }] }],
  },
  {
    name: 'a click on a button, by text and selector',
    steps: [{ event: '$autocapture', text: 'Upgrade', selector: 'form .actions > button.primary' }],
  },
];

const names = ['$pageview', '$pageleave', 'search performed', 'plan selected', 'checkout started', 'signed up'];
const texts = ['Pricing', 'Docs', 'Log in', 'Start free', 'Upgrade', 'Save', 'Invite', 'Delete'];
const selectors = ['nav a.nav-link', 'form#form-3 button', '.actions > button.primary', 'ul > li:nth-child(2) a'];
const pages = ['/pricing', '/docs/install', '/blog', '/login', '/signup', '/app/settings', '/checkout', '/changelog'];

/** 50: 12 match by name alone, 14 by URL, 14 by element, 10 by properties; three match any event. */
export const fiftyActions: SampleAction[] = [
  ...names.map((event) => ({ event })),
  ...names.map((event) => ({ event: `old ${event}` })),
  ...pages.map((url) => ({ event: '$pageview', url })),
  ...[1000, 1037, 1074].map((id) => ({
    event: '$pageview',
    url: `https://app.example.com/app/projects/${id}`,
    url_matching: 'exact' as const,
  })),
  { event: '$pageview', url: '/app/projects/1[0-9]{3}$', url_matching: 'regex' as const },
  { event: '$pageleave', url: '/blog/2024/', url_matching: 'contains' as const },
  { url: '/app/settings/billing' },
  ...texts.map((text) => ({ event: '$autocapture', tag_name: 'button', text })),
  ...['/pricing', '/docs'].map((href) => ({ event: '$autocapture', href })),
  ...selectors.map((selector) => ({ event: '$autocapture', selector })),
  ...['team', 'enterprise'].map((value) => ({
    event: 'plan selected',
    properties: [{ key: 'plan', value, operator: 'exact' }],
  })),
  ...[10, 25, 40].map((value) => ({
    event: 'checkout started',
    properties: [{ key: 'seats', value, operator: 'gt' }],
  })),
  ...['newsletter', 'search', 'ads'].map((value) => ({
    event: '$pageview',
    properties: [{ key: '$current_url', value: `utm_source=${value}`, operator: 'icontains' }],
  })),
  { properties: [{ key: '$browser', value: 'Safari', operator: 'exact' }] },
  { properties: [{ key: 'seats', value: 49, operator: 'gte' }] },
].map((step, index) => ({ name: `Sample action ${index + 1}`, steps: [step] }));
