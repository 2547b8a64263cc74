import { expect, type Page } from '@playwright/test';
import type { BenchtopServer } from './server.ts';

export const experiments = '/api/projects/@current/experiments/';

export type SavedExperiment = {
  id: number;
  feature_flag: number;
  parameters: Record<string, unknown>;
  filters: Record<string, unknown>;
  secondary_metrics: unknown;
};

export const make = async (server: BenchtopServer, input: object) =>
  (await server.api('POST', experiments, {
    name: 'Checkout',
    feature_flag_key: 'checkout',
    ...input,
  })) as SavedExperiment;

/** Makes an experiment that ran from nine minutes ago until `minutesAgo`. */
export async function ended(server: BenchtopServer, minutesAgo: number): Promise<SavedExperiment> {
  const experiment = await make(server, {});
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  await server.api('PATCH', `${experiments}${experiment.id}/`, { start_date: at(9) });
  await server.api('PATCH', `${experiments}${experiment.id}/`, { end_date: at(minutesAgo) });
  return experiment;
}

export const saved = async (server: BenchtopServer, id: number) =>
  (await server.api('GET', `${experiments}${id}/`)) as SavedExperiment;

/** Reports that a person got a variant. */
export const expose = (server: BenchtopServer, flag: string, person: string, variant: string) =>
  server.capture({
    event: '$feature_flag_called',
    distinct_id: person,
    properties: { $feature_flag: flag, $feature_flag_response: variant },
  });

/** Returns the paths that the page sends changes to from now on. */
export function patchesOf(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') paths.push(new URL(request.url()).pathname);
  });
  return paths;
}

export const field = (page: Page, name: string) => page.getByRole('textbox', { name });

export const split = (control: number, test: number) => [
  { key: 'control', rollout_percentage: control },
  { key: 'test', rollout_percentage: test },
];

/** Sends eight people who viewed, of whom four added to the cart and two ordered; half of all are on pro. */
export async function visits(server: BenchtopServer): Promise<void> {
  const batch = Array.from({ length: 8 }, (_, person) => {
    const at = (minutes: number) => new Date(Date.now() - 3_600_000 + minutes * 60_000).toISOString();
    const distinct_id = `person-${person}`;
    const plan = person % 2 === 0 ? 'pro' : 'free';
    return [
      { event: 'viewed', distinct_id, timestamp: at(0), properties: { $set: { plan } } },
      ...(person < 4 ? [{ event: 'added to cart', distinct_id, timestamp: at(1) }] : []),
      ...(person < 2 ? [{ event: 'order placed', distinct_id, timestamp: at(2) }] : []),
    ];
  });
  await server.capture({ batch: batch.flat() }, '/batch/');
}

export const setup = (id: number) => `/experiments/${id}?tab=setup`;
export const save = (page: Page) => page.keyboard.press('ControlOrMeta+s');
export const nothingToSave = (page: Page) => page.getByRole('button', { name: 'No changes' });
export const primary = (page: Page) => page.getByRole('article', { name: 'The primary metric' });
export const step = (page: Page, number: number) =>
  page.getByRole('combobox', { name: `Name of step ${number} of the primary metric` });
/** Returns an item of the checklist, by what it begins with. */
export const item = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Checklist' })
    .getByRole('listitem')
    .filter({ hasText: new RegExp(`^${name}`) });

/** Turns a switch of a section on by keyboard; returns the section. */
export async function switchOn(page: Page, region: string, name: string) {
  const section = page.getByRole('region', { name: region });
  const control = section.getByRole('switch', { name });
  await expect(control).not.toBeChecked();
  await control.focus();
  await page.keyboard.press('Space');
  return section;
}
