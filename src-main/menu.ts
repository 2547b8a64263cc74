import { type MenuItemConstructorOptions, Menu as NativeMenu } from 'electron';
import { type CommandId, helpCommands, newCommands, pageCommands, windowCommands } from './commands.ts';

export type MenuActions = {
  showWindow: () => void;
  newWindow: () => void;
  /** Runs a command of the window in front, or opens a window on its page. */
  run: (id: CommandId, path: string | null) => void;
  copyAddress: () => void;
  openInBrowser: () => void;
  copyLink: () => void;
  openDataFolder: () => void;
  openLogFolder: () => void;
  copyDiagnostics: () => void;
  showLicenses: () => void;
  quit: () => void;
};

type Items = MenuItemConstructorOptions[];
type Pages = Partial<Record<CommandId, { label: string; keys?: string; to: string }>>;

const separator: MenuItemConstructorOptions = { type: 'separator' };

/** Returns menu items of pages. Keys pressed one after the other are no accelerator, so they are part of the label. */
const pages = (commands: Pages, run: MenuActions['run']): Items =>
  Object.entries(commands).map(([id, { label, keys, to }]) => ({
    label: keys === undefined ? label : `${label} (${keys})`,
    click: () => run(id as CommandId, to),
  }));

/** Returns a menu item whose keys are only shown: the page handles them itself. */
const ofWindow = (id: keyof typeof windowCommands, run: MenuActions['run']): MenuItemConstructorOptions => ({
  ...windowCommands[id],
  registerAccelerator: false,
  click: () => run(id, null),
});

/** Sets the menu. `updates`: their state in a few words. */
export function setMenu(actions: MenuActions, platform: NodeJS.Platform, updates: string): void {
  const mac = platform === 'darwin';
  const template: Items = [
    ...(mac ? [{ role: 'appMenu' } satisfies MenuItemConstructorOptions] : []),
    { label: '&File', submenu: fileMenu(actions, mac) },
    { role: 'editMenu' },
    { label: '&Go', submenu: [ofWindow('palette', actions.run), separator, ...pages(pageCommands, actions.run)] },
    { label: '&View', submenu: viewMenu },
    { role: 'windowMenu' },
    { role: 'help', submenu: helpMenu(actions, mac, updates) },
  ];
  NativeMenu.setApplicationMenu(NativeMenu.buildFromTemplate(template));
}

const fileMenu = (actions: MenuActions, mac: boolean): Items => [
  { label: 'New window', accelerator: 'CmdOrCtrl+N', click: actions.newWindow },
  separator,
  ...pages(newCommands, actions.run),
  separator,
  ofWindow('copy-link', actions.run),
  { label: 'Copy server address', click: actions.copyAddress },
  { label: 'Open in browser', click: actions.openInBrowser },
  { label: 'Copy link for a browser', click: actions.copyLink },
  { label: 'Open data folder', click: actions.openDataFolder },
  separator,
  ...(mac ? [] : [{ role: 'close' } satisfies MenuItemConstructorOptions]),
  { role: mac ? 'close' : 'quit' },
];

const viewMenu: Items = [
  { role: 'reload' },
  { role: 'toggleDevTools' },
  separator,
  { role: 'resetZoom' },
  { role: 'zoomIn' },
  { role: 'zoomOut' },
  separator,
  { role: 'togglefullscreen' },
];

const helpMenu = (actions: MenuActions, mac: boolean, updates: string): Items => [
  ...pages(
    // Where others have their keys.
    { ...helpCommands, 'check-for-updates': { ...helpCommands['check-for-updates'], keys: updates } },
    actions.run,
  ),
  separator,
  { label: 'Open log folder', click: actions.openLogFolder },
  { label: 'Copy diagnostics', click: actions.copyDiagnostics },
  { label: 'Licenses', click: actions.showLicenses },
  ...(mac ? [] : [separator, { role: 'about' } satisfies MenuItemConstructorOptions]),
];
