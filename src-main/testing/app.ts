import { EventEmitter } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { preventable, recorded } from './record.ts';

/** The part of Electron's `app` that the shell uses; its lock is a file, and a second instance signals the first. */
class App extends EventEmitter {
  readonly isPackaged = process.env.STAND_IN_PACKAGED === '1';
  #name = 'benchtop';
  #userData = '';
  #lock: string | null = null;
  #ready = new Promise<void>((resolve) => setImmediate(resolve));
  /** Set by windows.ts: closes all windows; false when one of them refuses. */
  closeWindows: () => Promise<boolean> = async () => true;
  /** Set by chromium/page.ts: ends the browser. */
  endBrowser: () => Promise<void> = async () => {};

  whenReady = () => this.#ready;
  getVersion = () => '0.1.0';
  enableSandbox = () => {
    recorded.sandboxed = true;
  };

  setAppUserModelId(id: string): void {
    recorded.appUserModelId = id;
  }

  setAboutPanelOptions = (options: object) => void Object.assign(recorded.about, options);
  setLoginItemSettings = (settings: object) => void Object.assign(recorded.loginItem, settings);
  setAsDefaultProtocolClient = (protocol: string) => recorded.protocols.push(protocol);
  getAppPath = () => process.cwd();

  setName(name: string): void {
    this.#name = name;
  }
  getName = () => this.#name;

  getPath(name: string): string {
    if (name === 'appData') return process.env.XDG_CONFIG_HOME ?? tmpdir();
    if (name === 'crashDumps') return join(this.#userData, 'Crashpad');
    if (name !== 'userData') throw new Error(`The stand-in has no path ${name}`);
    mkdirSync(this.#userData, { recursive: true });
    return this.#userData;
  }

  setPath(_name: 'userData', path: string): void {
    this.#userData = path;
  }

  requestSingleInstanceLock(): boolean {
    const lock = join(this.getPath('userData'), 'stand-in.lock');
    const argv = `${lock}.argv`;
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
    } catch {
      writeFileSync(argv, JSON.stringify(process.argv));
      process.kill(Number(readFileSync(lock, 'utf8')), 'SIGUSR2');
      return false;
    }
    this.#lock = lock;
    process.on('SIGUSR2', () => this.emit('second-instance', {}, JSON.parse(readFileSync(argv, 'utf8')), ''));
    return true;
  }

  quit(): void {
    this.emit('before-quit', preventable({}));
    // As in Electron, after the caller's turn.
    setImmediate(async () => {
      if (!(await this.closeWindows())) return;
      const event = preventable({});
      this.emit('will-quit', event);
      if (event.defaultPrevented) return;
      await this.endBrowser();
      this.exit(0);
    });
  }

  exit(code: number): void {
    this.emit('quit', {}, code);
    if (this.#lock) rmSync(this.#lock, { force: true });
    process.exit(code);
  }
}

export const app = new App();
