import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { desktopApi } from '../../scripts/lib/desktop-api.ts';
import { type DesktopFacts, settingsChannel } from '../bridge.ts';
import { type Desktop, eventually } from '../testing/desktop.ts';
import { bridgeOf, desktopStarter } from '../testing/desktops.ts';

const start = desktopStarter();
const title = 'Decided: Checkout';

/** Runs an experiment in which 60 of 400 people pay with control, and 140 of 400 with test. */
async function decide(bridge: DesktopFacts): Promise<void> {
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const project = await desktopApi(bridge, '/api/projects/@current/');
  await desktopApi(bridge, '/api/projects/@current/experiments/', {
    name: 'Checkout',
    feature_flag_key: 'checkout',
    start_date: at(-60),
    filters: { events: [{ id: 'paid' }], funnel_window_days: 3 / 1440 },
  });
  const event = (name: string, variant: string, index: number, minutes: number, properties = {}) => {
    return { event: name, distinct_id: `${variant}-${index}`, timestamp: at(minutes), properties };
  };
  const batch = Object.entries({ control: 60, test: 140 }).flatMap(([variant, paying]) =>
    Array.from({ length: 400 }, (_, index) => [
      event('$feature_flag_called', variant, index, -30, {
        $feature_flag: 'checkout',
        $feature_flag_response: variant,
      }),
      ...(index < paying ? [event('paid', variant, index, -29)] : []),
    ]).flat(),
  );
  await desktopApi(bridge, '/batch/', { api_key: project.api_key, batch });
}

const told = ({ dataDir }: Desktop) => join(dataDir, 'desktop-told.json');
const titles = async (desktop: Desktop) =>
  (await desktop.call('recorded')).notifications.map((notification) => notification.title);

test('a decided experiment is notified once, also after a restart, and a click opens it', async () => {
  const first = start();
  await decide(await bridgeOf(first));
  // Earlier decisions are not notified.
  await eventually(async () => readFileSync(told(first), 'utf8'));
  await first.call('quit');
  await first.exited;
  expect(await titles(first).catch(() => [])).toEqual([]);

  writeFileSync(told(first), '[]');
  const second = start({ dataDir: first.dataDir });
  const { serverUrl } = await bridgeOf(second);
  await eventually(async () => (await titles(second)).length > 0);
  expect((await second.call('recorded')).notifications).toEqual([
    { title, body: expect.stringContaining('ship “test” to everyone.') },
  ]);
  await second.call('clickNotification', title);
  expect((await second.call('windows'))[0]?.loads.at(-1)).toBe(`${serverUrl}/experiments/1?project=1`);
  await second.call('quit');
  await second.exited;

  expect(JSON.parse(readFileSync(told(first), 'utf8'))).toEqual([expect.stringMatching(/^1 \S+ better test$/)]);
  const third = start({ dataDir: first.dataDir });
  await bridgeOf(third);
  await eventually(async () => (await third.call('trayMenu'))[0]?.endsWith('dropped'));
  expect(await titles(third)).toEqual([]);
});

test('nothing is requested or notified with the setting off', async () => {
  const first = start();
  const bridge = await bridgeOf(first);
  await first.call('invoke', settingsChannel, bridge.serverUrl, { notifyOfDecision: false });
  await decide(bridge);
  await first.call('quit');
  await first.exited;
  writeFileSync(told(first), '[]');
  const second = start({ dataDir: first.dataDir });
  await bridgeOf(second);
  await eventually(async () => (await second.call('trayMenu'))[0]?.endsWith('dropped'));
  expect(await titles(second)).toEqual([]);
  expect(readFileSync(told(first), 'utf8')).toBe('[]');
});
