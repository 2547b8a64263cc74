import { Menu, nativeImage, Tray } from 'electron';
import type { MenuActions } from './menu.ts';

const size = 22;

/** Creates the tray icon, with the address in its menu. Null where a desktop has no tray. */
export function showTray(icon: string, url: string, actions: MenuActions): Tray | null {
  try {
    const tray = new Tray(nativeImage.createFromPath(icon).resize({ width: size, height: size }));
    tray.setToolTip(`Benchtop on ${url}`);
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: 'Show Benchtop', click: actions.showWindow },
        { label: `Copy ${url}`, click: actions.copyAddress },
        { label: 'Open in browser', click: actions.openInBrowser },
        { label: 'Copy link for a browser', click: actions.copyLink },
        { type: 'separator' },
        { label: 'Quit', click: actions.quit },
      ]),
    );
    tray.on('click', actions.showWindow);
    return tray;
  } catch {
    return null;
  }
}
