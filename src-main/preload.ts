import { contextBridge, ipcRenderer } from 'electron';
import { bridgeChannel, type DesktopBridge } from './bridge.ts';

// Asked for, not given as an argument of the process: arguments are readable by every user of the machine.
const bridge: DesktopBridge | null = ipcRenderer.sendSync(bridgeChannel);
if (bridge) contextBridge.exposeInMainWorld('desktop', bridge);
