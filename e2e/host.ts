import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { personalKey, projectKey, type Running } from './server.ts';

const program = join(import.meta.dirname, 'host-process.ts');

/** Requests to a host process, and its answers with the same number. */
export type HostRequest =
  | { id: number; start: { dataDir: string; port: number; projectApiKey: string; personalApiKey: string } }
  | { id: number; close: string };
export type HostAnswer = { id: number; url?: string; error?: string };

/** One process that runs the servers of a browser worker's tests, one after the other: a start then costs a tenth. */
export class ServerHost {
  readonly #child: ChildProcess;
  #requests = 0;

  constructor() {
    // As in the unit tests: the first objects of a server and of its reading thread need no collection.
    const execArgv = ['--min-semi-space-size=16'];
    this.#child = fork(program, { execArgv, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    this.#child.setMaxListeners(0);
  }

  readonly start = async (dataDir: string, port: number): Promise<Running> => {
    this.#requests += 1;
    const started = { dataDir, port, projectApiKey: projectKey, personalApiKey: personalKey };
    const { url = '' } = await this.#ask({ id: this.#requests, start: started });
    return {
      url,
      output: () => ownProcessNeeded('is read'),
      end: async (signal) => {
        if (signal === 'SIGKILL') ownProcessNeeded('is killed');
        this.#requests += 1;
        await this.#ask({ id: this.#requests, close: url });
      },
    };
  };

  async close(): Promise<void> {
    const exited = once(this.#child, 'exit');
    this.#child.disconnect();
    await exited;
  }

  #ask(request: HostRequest): Promise<HostAnswer> {
    return new Promise((resolve, reject) => {
      const listen = (answer: HostAnswer) => {
        if (answer.id !== request.id) return;
        this.#child.off('message', listen).off('exit', fail);
        if (answer.error === undefined) resolve(answer);
        else reject(new Error(answer.error));
      };
      const fail = (code: number | null) => reject(new Error(`The process of the servers ended with ${code}`));
      this.#child.on('message', listen).once('exit', fail);
      this.#child.send(request);
    });
  }
}

function ownProcessNeeded(what: string): never {
  throw new Error(`A server that ${what} needs a process of its own: test.use({ ownProcess: true })`);
}
