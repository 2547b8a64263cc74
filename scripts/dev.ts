import { createServer } from 'electron-vite';
import { devPort } from './lib/dev-port.ts';
import { fetchElectron, findElectron } from './lib/electron/electron-binary.ts';

/** `npm run dev`: the desktop app with hot reload of the page and a restart when the shell or the server changes. */
if (findElectron() === null) {
  const { problem } = await fetchElectron(180);
  if (problem !== undefined) {
    console.error(`Electron's binary is not there and could not be fetched (${problem}): use \`npm run dev:web\`.`);
    process.exit(1);
  }
}
process.env.BENCHTOP_PORT = String(await devPort());
await createServer({ build: { watch: {} } }, { rendererOnly: false });
