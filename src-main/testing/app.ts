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
  closeWindows: () => boolean = () => true;

  whenReady = () => this.#ready;
  getVersion = () => '0.1.0';
  enableSandbox = () => {
    recorded.sandboxed = true;
  };

  setAppUserModelId(id: string): void {
    recorded.appUserModelId = id;
  }

  setName(name: string): void {
    this.#name = name;
  }
  getName = () => this.#name;

  getPath(name: string): string {
    if (name === 'appData') return process.env.XDG_CONFIG_HOME ?? tmpdir();
    if (name !== 'userData') throw new Error(`The stand-in has no path ${name}`);
    mkdirSync(this.#userData, { recursive: true });
    return this.#userData;
  }

  setPath(_name: 'userData', path: string): void {
    this.#userData = path;
  }

  requestSingleInstanceLock(): boolean {
    const lock = join(this.getPath('userData'), 'stand-in.lock');
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
    } catch {
      process.kill(Number(readFileSync(lock, 'utf8')), 'SIGUSR2');
      return false;
    }
    this.#lock = lock;
    process.on('SIGUSR2', () => this.emit('second-instance', {}, [], ''));
    return true;
  }

  quit(): void {
    this.emit('before-quit', preventable({}));
    // As in Electron, after the caller's turn.
    setImmediate(() => {
      if (!this.closeWindows()) return;
      const event = preventable({});
      this.emit('will-quit', event);
      if (!event.defaultPrevented) this.exit(0);
    });
  }

  exit(code: number): void {
    if (this.#lock) rmSync(this.#lock, { force: true });
    process.exit(code);
  }
}

export const app = new App();
