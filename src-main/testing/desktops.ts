import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { ensureBuild } from '../../scripts/lib/build.ts';
import type { DesktopFacts } from '../bridge.ts';
import { type Desktop, eventually, startDesktop } from './desktop.ts';

/** Gives a test file the built app; each test's apps end with it. */
export function desktopStarter() {
  beforeAll(() => ensureBuild(() => {}), 120_000);
  return (options?: Parameters<typeof startDesktop>[0]): Desktop => {
    const desktop = startDesktop(options);
    // Runs for the last one first: it may use the folder of an earlier one.
    onTestFinished(desktop.dispose);
    return desktop;
  };
}

/** Starts one app for all tests of a `describe`; what it records of a test stays for the next. Call it within tests only. */
export function sharedDesktop(): () => Desktop {
  let desktop: Desktop | undefined;
  beforeAll(async () => {
    await ensureBuild(() => {});
    desktop = startDesktop();
  }, 120_000);
  afterAll(() => desktop?.dispose());
  return () => {
    if (desktop === undefined) throw new Error('There is no app yet.');
    return desktop;
  };
}

/** Returns the bridge of the page of the open window, once it has loaded. */
export const bridgeOf = (desktop: Desktop) =>
  eventually(async () => {
    const windows = await desktop.call('windows');
    return windows.find(({ destroyed }) => !destroyed)?.exposed.desktop as DesktopFacts | undefined;
  });
