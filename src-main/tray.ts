import { Menu, nativeImage, Tray } from 'electron';
import type { MenuActions } from './menu.ts';
import type { Activity } from './server-status.ts';

const size = 22;

export type TrayIcon = { show: (activity: Activity) => void };

/** Creates the tray icon, with the address in its menu. Null where a desktop has no tray. */
export function showTray(icon: string, url: string, actions: MenuActions): TrayIcon | null {
  try {
    const tray = new Tray(nativeImage.createFromPath(icon).resize({ width: size, height: size }));
    const show = (activity: Activity | null) => {
      tray.setToolTip([`Benchtop on ${url}`, ...(activity ? [inShort(activity)] : [])].join('\n'));
      tray.setContextMenu(trayMenu(url, activity, actions));
    };
    show(null);
    tray.on('click', actions.showWindow);
    let shown = '';
    return {
      show: (activity) => {
        // A menu that is open closes when it is replaced.
        if (inShort(activity) === shown) return;
        shown = inShort(activity);
        show(activity);
      },
    };
  } catch {
    return null;
  }
}

function trayMenu(url: string, activity: Activity | null, actions: MenuActions): Menu {
  return Menu.buildFromTemplate([
    ...(activity ? [{ label: inShort(activity), enabled: false }] : []),
    { label: 'Show Benchtop', click: actions.showWindow },
    { label: `Copy ${url}`, click: actions.copyAddress },
    { label: 'Open in browser', click: actions.openInBrowser },
    { label: 'Copy link for a browser', click: actions.copyLink },
    { type: 'separator' },
    { label: 'Quit', click: actions.quit },
  ]);
}

function inShort({ eventsPerSecond, dropped, failure }: Activity): string {
  const rate = eventsPerSecond >= 10 ? Math.round(eventsPerSecond) : Math.round(eventsPerSecond * 10) / 10;
  return failure === null ? `${rate} events/s, ${dropped} dropped` : 'The database cannot be written';
}
