import type { AboutPanelOptionsOptions } from 'electron';

/** The shell's calls of Electron, for the test. All of it is plain data. */
export type Recorded = {
  sandboxed: boolean;
  appUserModelId: string;
  externals: string[];
  openedPaths: string[];
  clipboard: string;
  dialogs: { message: string; detail: string; buttons: string[] }[];
  trayTips: string[];
  notifications: { title: string; body: string }[];
  crashReporter: object;
  about: AboutPanelOptionsOptions;
  loginItem: object;
  protocols: string[];
  serverPids: number[];
  /** Addresses of the modules of the main process. */
  modules: string[];
};

export const recorded: Recorded = {
  sandboxed: false,
  appUserModelId: '',
  externals: [],
  openedPaths: [],
  clipboard: '',
  dialogs: [],
  trayTips: [],
  notifications: [],
  crashReporter: {},
  about: {},
  loginItem: {},
  protocols: [],
  serverPids: [],
  modules: [],
};

/** Creates an Electron event whose default can be prevented. */
export function preventable<Fields extends object>(fields: Fields) {
  const event = {
    ...fields,
    defaultPrevented: false,
    preventDefault: () => {
      event.defaultPrevented = true;
    },
  };
  return event;
}
