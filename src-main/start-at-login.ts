import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { app } from 'electron';

/** Started so, the app serves without a window; the tray opens one. */
export const hiddenFlag = '--hidden';

/** Has the system start the app when the user signs in, or no longer. */
export function startAtLogin(enabled: boolean): void {
  if (process.platform === 'linux') setAutostart(enabled);
  else app.setLoginItemSettings({ openAtLogin: enabled, args: [hiddenFlag] });
}

/** Electron has no such setting on Linux: desktops read the folder of the XDG autostart specification. */
function setAutostart(enabled: boolean): void {
  const file = join(app.getPath('appData'), 'autostart/benchtop.desktop');
  if (!enabled) {
    rmSync(file, { force: true });
    return;
  }
  mkdirSync(dirname(file), { recursive: true });
  // An AppImage is mounted elsewhere at each start.
  const program = process.env.APPIMAGE ?? process.execPath;
  const command = [program, ...(app.isPackaged ? [] : [app.getAppPath()]), hiddenFlag].map(quoted).join(' ');
  writeFileSync(
    file,
    `[Desktop Entry]\nType=Application\nName=Benchtop\nExec=${command}\nX-GNOME-Autostart-enabled=true\n`,
  );
}

/** As the specification of desktop entries quotes; a percent sign begins a field code. */
const quoted = (argument: string) => `"${argument.replace(/[\\"`$]/g, '\\\\$&').replaceAll('%', '%%')}"`;
