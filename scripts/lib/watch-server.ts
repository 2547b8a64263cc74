import type { ChildProcess } from 'node:child_process';

/**
 * Reads the output of a starting server. `url` is the address that it prints once it listens; rejects with the output if the process
 * ends before.
 */
export function watchServer(child: ChildProcess): { url: Promise<string>; output: () => string } {
  let output = '';
  const url = new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const address = /listening on (http:\/\/[^\s/]+)/.exec(output)?.[1];
      if (address !== undefined) resolve(address);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${output}`)));
  });
  return { url, output: () => output };
}
