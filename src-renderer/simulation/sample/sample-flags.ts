import type { z } from 'zod';
import type { actionInput } from '#server/actions/contract.ts';
import type { flagInput } from '#server/flags/contract.ts';

type Flag = z.input<typeof flagInput>;

/** Flags beside those of the experiments: on, off, rolled out in part, by person, and with variants and payloads. */
export const sampleFlags: Flag[] = [
  { key: 'new-search', name: 'New search index', filters: { groups: [{ rollout_percentage: 40 }] } },
  { key: 'dark-shop', name: 'Dark colors for the shop', active: false },
  {
    key: 'plus-perks',
    name: 'Perks of the plan Plus',
    filters: {
      groups: [{ properties: [{ key: 'plan', value: 'plus', operator: 'exact' }], rollout_percentage: 100 }],
      payloads: { true: { perks: ['free returns', 'early sale'] } },
    },
  },
  {
    key: 'home-layout',
    name: 'Layout of the home page',
    filters: {
      groups: [{ rollout_percentage: 100 }],
      multivariate: {
        variants: [
          { key: 'grid', name: 'Grid', rollout_percentage: 60 },
          { key: 'list', name: 'List', rollout_percentage: 30 },
          { key: 'hero', name: 'One large picture', rollout_percentage: 10 },
        ],
      },
      payloads: { grid: { columns: 4 }, list: { columns: 1 }, hero: { columns: 1, banner: '/hero.jpg' } },
    },
  },
];

/** Created after all visits, so that no app has requested it. */
export const unusedFlag: Flag = { key: 'old-cart', name: 'Cart of 2024, on for everyone and requested by no app' };

/** A key that the shop requests and nobody defined. */
export const unknownFlag = 'express-pay';

/** Actions with many matches, few, and none. */
export const sampleActions: z.input<typeof actionInput>[] = [
  {
    name: 'Order completed',
    description: 'An order that was paid.',
    tags: ['revenue'],
    steps: [{ event: 'order completed' }],
  },
  {
    name: 'Large order',
    description: 'An order over 100.',
    tags: ['revenue'],
    steps: [{ event: 'order completed', properties: { total: { value: 100, operator: 'gt' } } }],
  },
  {
    name: 'Product page opened',
    tags: ['browsing'],
    steps: [{ event: '$pageview', url: 'https://shop.example/products/', url_matching: 'contains' }],
  },
  {
    name: 'Signed up or joined the newsletter',
    tags: ['growth'],
    steps: [{ event: 'signed up' }, { event: 'newsletter joined' }],
  },
  {
    name: 'Mobile checkout',
    tags: ['mobile'],
    steps: [{ event: 'checkout started', properties: { $device_type: 'Mobile' } }],
  },
  {
    name: 'Gift card used',
    description: 'Nothing matches yet: the preview shows the nearest event.',
    tags: ['revenue'],
    steps: [{ event: 'order completed', properties: { voucher: 'GIFT' } }],
  },
];
