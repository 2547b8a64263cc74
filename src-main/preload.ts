import { contextBridge, ipcRenderer } from 'electron';
import { bridgeChannel, type DesktopBridge } from './bridge.ts';

// Requested, not passed as an argument of the process: every user of the machine can read arguments.
const bridge: DesktopBridge | null = ipcRenderer.sendSync(bridgeChannel);
if (bridge) contextBridge.exposeInMainWorld('desktop', bridge);
