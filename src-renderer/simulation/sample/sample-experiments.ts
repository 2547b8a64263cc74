import type { z } from 'zod';
import type { Conclusion } from '#server/experiments/contract.ts';
import type { FlagOutcome } from '#server/experiments/decision/ending-contract.ts';
import type { metricFilters } from '#server/experiments/metrics/metric-contract.ts';
import type { Direction } from '#server/statistics/contract.ts';

type Metric = z.input<typeof metricFilters>;

/** An experiment of the sample shop: what it tests, and what is true of its visitors. */
export type SampleExperiment = {
  name: string;
  hypothesis: string;
  key: string;
  variants: { key: string; name: string; rollout_percentage: number }[];
  secondary?: { name: string; filters: Metric }[];
  /** The minimum detectable effect, percent, and the people a day that were expected; null: those captured, as is the baseline. */
  plan: { effect: number; perDay: number | null };
  /** Days before now; `end` is null while it runs. Null for a draft. */
  run: { start: number; end: number | null } | null;
  /** How many visitors come in its run. */
  visitors: number;
  /** Whether none of them came before. */
  areNew?: true;
  /** The steps of the primary metric: the first, which everybody takes, and the goal with its share of people by variant. */
  first: string;
  goal: string;
  shares: Record<string, number>;
  /** Another event, and its share of people by variant. */
  also?: { event: string; shares: Record<string, number> };
  /** A variant that loses this share of its people before they report. */
  loses?: { variant: string; share: number };
  ended?: { conclusion: Conclusion; comment: string; outcome: FlagOutcome; archived?: boolean };
};

export const metricOf = ({ first, goal }: SampleExperiment): Metric => ({
  events: [first, goal].map((id, order) => ({ id, name: id, order })),
  // Short, so that the last people of a run are complete too.
  funnel_window_days: 1,
});
const count = (event: string, direction: Direction) => ({
  insight: 'TRENDS' as const,
  events: [{ id: event, name: event }],
  benchtop: { direction },
});
const halves = (control: string, test: string) => [
  { key: 'control', name: control, rollout_percentage: 50 },
  { key: 'test', name: test, rollout_percentage: 50 },
];
const paymentFailures = { name: 'Payment failures', filters: count('payment failed', 'decrease') };
/** Returns a metric of the sum of a property by person, which must not fall by more than `margin` percent. */
const guardedSum = (event: string, property: string, margin: number) => ({
  insight: 'TRENDS' as const,
  events: [{ id: event, name: event }],
  benchtop: { kind: 'mean_property' as const, property, window_days: 1, guardrail: { margin } },
});
const revenue = { name: 'Revenue', filters: guardedSum('order completed', 'total', 10) };

/** One of each state that an experiment can be in, oldest first. */
export const sampleExperiments: SampleExperiment[] = [
  {
    name: 'Christmas theme',
    hypothesis: 'Snow on the home page reminds people of presents, so more of them put something in the basket.',
    key: 'christmas-theme',
    variants: halves('Plain', 'Snow'),
    plan: { effect: 60, perDay: 33 },
    run: { start: 120, end: 106 },
    visitors: 420,
    first: 'home opened',
    goal: 'present added',
    shares: { control: 0.22, test: 0.36 },
    ended: { conclusion: 'won', comment: 'Kept until January.', outcome: { kind: 'off' }, archived: true },
  },
  {
    name: 'Newsletter offer in the basket',
    hypothesis: 'A voucher for the next order makes subscribing worthwhile, so more people subscribe.',
    key: 'newsletter-offer',
    variants: halves('No offer', '10% voucher'),
    plan: { effect: 75, perDay: 30 },
    run: { start: 74, end: 60 },
    visitors: 440,
    first: 'basket opened',
    goal: 'newsletter joined',
    shares: { control: 0.18, test: 0.33 },
    ended: {
      conclusion: 'won',
      comment: 'Shipped. The vouchers cost less than the advertising they replace.',
      outcome: { kind: 'ship', variant: 'test' },
    },
  },
  {
    name: 'Account before checkout',
    hypothesis: 'People with an account order again, and asking early costs few orders.',
    key: 'account-first',
    variants: halves('Guest checkout', 'Account first'),
    plan: { effect: 37, perDay: 30 },
    run: { start: 58, end: 44 },
    visitors: 420,
    first: 'account asked',
    goal: 'account order placed',
    shares: { control: 0.42, test: 0.24 },
    ended: {
      conclusion: 'lost',
      comment: 'Too many people left. Guest checkout stays.',
      outcome: { kind: 'ship', variant: 'control' },
    },
  },
  {
    name: 'Larger product photos',
    hypothesis: 'Larger photos answer more questions, so more people add the product to the basket.',
    key: 'larger-photos',
    variants: halves('Small', 'Large'),
    plan: { effect: 50, perDay: 30 },
    run: { start: 42, end: 28 },
    visitors: 460,
    first: 'product opened',
    goal: 'product added',
    shares: { control: 0.3, test: 0.31 },
    ended: { conclusion: 'inconclusive', comment: 'No difference that matters.', outcome: { kind: 'off' } },
  },
  {
    name: 'Chat on the product page',
    hypothesis: 'An answer within a minute removes doubts, so more people order.',
    key: 'product-chat',
    variants: halves('No chat', 'Chat'),
    plan: { effect: 35, perDay: 38 },
    run: { start: 26, end: 21 },
    visitors: 150,
    first: 'question shown',
    goal: 'question order placed',
    shares: { control: 0.25, test: 0.27 },
    ended: {
      conclusion: 'stopped_early',
      comment: 'Nobody was there to answer at night.',
      outcome: { kind: 'off' },
    },
  },
  {
    name: 'Search with suggestions',
    hypothesis: 'Suggestions save typing, so more searches end at a product.',
    key: 'search-suggestions',
    variants: halves('Plain field', 'Suggestions'),
    plan: { effect: 37, perDay: 65 },
    run: { start: 20, end: 13 },
    visitors: 440,
    first: 'search opened',
    goal: 'search result opened',
    shares: { control: 0.4, test: 0.46 },
    // Its script failed in one browser before it reported.
    loses: { variant: 'test', share: 0.5 },
    ended: {
      conclusion: 'invalid',
      comment: 'The suggestions crashed in Safari before they reported.',
      outcome: { kind: 'off' },
    },
  },
  {
    name: 'Shorter checkout',
    hypothesis:
      'With one page in place of three, fewer people give up between opening the checkout and paying, because nothing is asked twice.',
    key: 'shorter-checkout',
    variants: halves('Three pages', 'One page'),
    secondary: [paymentFailures, revenue],
    plan: { effect: 40, perDay: 45 },
    run: { start: 13, end: null },
    visitors: 460,
    areNew: true,
    first: 'checkout started',
    goal: 'order completed',
    shares: { control: 0.3, test: 0.47 },
    also: { event: 'payment failed', shares: { control: 0.12, test: 0.11 } },
  },
  {
    name: 'Free shipping threshold',
    hypothesis: 'A lower threshold makes small baskets worth ordering, at a cost that the extra orders cover.',
    key: 'free-shipping',
    variants: [
      { key: 'control', name: 'From 60', rollout_percentage: 34 },
      { key: 'from-40', name: 'From 40', rollout_percentage: 33 },
      { key: 'from-30', name: 'From 30', rollout_percentage: 33 },
    ],
    plan: { effect: 20, perDay: 135 },
    run: { start: 9, end: null },
    visitors: 480,
    areNew: true,
    first: 'shipping shown',
    goal: 'shipping order placed',
    shares: { control: 0.32, 'from-40': 0.34, 'from-30': 0.3 },
  },
  {
    name: 'Reviews in the checkout',
    hypothesis: 'People who read a review before they pay trust the shop, so more of them order.',
    key: 'checkout-reviews',
    variants: halves('No reviews', 'Reviews'),
    plan: { effect: 30, perDay: null },
    run: null,
    visitors: 0,
    first: 'checkout started',
    goal: 'order completed',
    shares: {},
  },
];
