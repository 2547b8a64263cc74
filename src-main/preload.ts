import { contextBridge, ipcRenderer } from 'electron';
import {
  bridgeChannel,
  type DesktopBridge,
  type DesktopFacts,
  settingsChannel,
  updatesChannel,
  updatesEvent,
} from './bridge.ts';
import { commandChannel, commandEvent, takeCommandChannel } from './commands.ts';

// Requested, not passed as an argument of the process: every user of the machine can read arguments.
const facts: DesktopFacts | null = ipcRenderer.sendSync(bridgeChannel);
if (facts) {
  const bridge: DesktopBridge = {
    ...facts,
    settings: (change) => ipcRenderer.invoke(settingsChannel, change),
    updates: (step) => ipcRenderer.invoke(updatesChannel, step),
    takeCommand: () => ipcRenderer.invoke(takeCommandChannel),
  };
  contextBridge.exposeInMainWorld('desktop', bridge);
}
ipcRenderer.on(updatesChannel, () => window.dispatchEvent(new Event(updatesEvent)));
ipcRenderer.on(commandChannel, () => window.dispatchEvent(new Event(commandEvent)));
