import { contextBridge, ipcRenderer } from 'electron';
import { bridgeChannel, type DesktopBridge, type DesktopFacts, settingsChannel } from './bridge.ts';
import { commandChannel, commandEvent } from './commands.ts';

// Requested, not passed as an argument of the process: every user of the machine can read arguments.
const facts: DesktopFacts | null = ipcRenderer.sendSync(bridgeChannel);
if (facts) {
  const bridge: DesktopBridge = { ...facts, settings: (change) => ipcRenderer.invoke(settingsChannel, change) };
  contextBridge.exposeInMainWorld('desktop', bridge);
}
ipcRenderer.on(commandChannel, (_event, id: string) => {
  window.dispatchEvent(new CustomEvent(commandEvent, { detail: id }));
});
