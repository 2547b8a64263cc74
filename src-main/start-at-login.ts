import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { app } from 'electron';

/** Started so, the app serves without a window; the tray opens one. */
export const hiddenFlag = '--hidden';

/** Starts the app when the user signs in, or no longer. */
export function startAtLogin(enabled: boolean): void {
  if (process.platform === 'linux') setAutostart(enabled);
  else app.setLoginItemSettings({ openAtLogin: enabled, args: [hiddenFlag] });
}

/** Writes or removes an XDG autostart entry: Electron has no such setting on Linux. */
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

/** Quotes an argument as the specification of desktop entries does; a percent sign begins a field code. */
const quoted = (argument: string) => `"${argument.replace(/[\\"`$]/g, '\\\\$&').replaceAll('%', '%%')}"`;
