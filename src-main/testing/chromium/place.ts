import type { BrowserWindow } from '../windows.ts';
import type { Target } from './browser.ts';

const period = 200;

/** Follows how the user moves the window: the DevTools protocol has no event of it. */
export function watchPlace(window: BrowserWindow, { browser, info }: Target): void {
  const timer = setInterval(async () => {
    if (window.destroyed) return clearInterval(timer);
    const answer = await browser.send('Browser.getWindowForTarget', { targetId: info.targetId }).catch(() => null);
    if (!answer) return clearInterval(timer);
    const { left = 0, top = 0, width = 0, height = 0, windowState } = answer.bounds;
    window.minimized = windowState === 'minimized';
    window.maximized = windowState === 'maximized';
    if (windowState !== 'normal') return;
    const before = window.bounds;
    window.bounds = { x: left, y: top, width, height };
    if (before.x !== left || before.y !== top) window.emit('move');
    if (before.width !== width || before.height !== height) window.emit('resize');
  }, period);
}
