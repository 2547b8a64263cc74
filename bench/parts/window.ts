import { findBrowser, howToInstall } from '../../scripts/lib/browser.ts';
import { totalBytes } from '../../scripts/lib/first-screen.ts';
import type { Bench } from '../bench.ts';
import { measureWindow as measure } from '../window.ts';

/**
 * Measures what a browser loads of the window before any click, when it first shows something, and what Live costs its main
 * thread.
 */
export async function measureWindow(bench: Bench): Promise<void> {
  if (findBrowser() === undefined) {
    for (const figure of ['first-screen', 'first-paint', 'window-frames'] as const)
      bench.skip(figure, '', howToInstall);
    return;
  }
  await bench.rounds(async () => {
    const { firstScreen, firstPaint, frames, eventsPerSecond } = await measure();
    bench.record('first-screen', '', totalBytes(firstScreen) / 1000);
    bench.record('first-paint', '', firstPaint);
    bench.record('window-frames', `${Math.round(eventsPerSecond / 100) * 100} events/s arrived`, frames.p95);
  });
}
