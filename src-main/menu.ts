import { type MenuItemConstructorOptions, Menu as NativeMenu } from 'electron';

export type MenuActions = {
  showWindow: () => void;
  copyAddress: () => void;
  openInBrowser: () => void;
  copyLink: () => void;
  openDataFolder: () => void;
  getStarted: () => void;
  quit: () => void;
};

const separator: MenuItemConstructorOptions = { type: 'separator' };

export function setMenu(actions: MenuActions, platform: NodeJS.Platform): void {
  const mac = platform === 'darwin';
  const template: MenuItemConstructorOptions[] = [
    ...(mac ? [{ role: 'appMenu' } satisfies MenuItemConstructorOptions] : []),
    {
      label: '&File',
      submenu: [
        { label: 'Copy server address', click: actions.copyAddress },
        { label: 'Open in browser', click: actions.openInBrowser },
        { label: 'Copy link for a browser', click: actions.copyLink },
        { label: 'Open data folder', click: actions.openDataFolder },
        separator,
        { role: mac ? 'close' : 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: '&View',
      submenu: [
        { role: 'reload' },
        { role: 'toggleDevTools' },
        separator,
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        separator,
        { role: 'togglefullscreen' },
      ],
    },
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [
        { label: 'Get started', click: actions.getStarted },
        ...(mac ? [] : [{ role: 'about' } satisfies MenuItemConstructorOptions]),
      ],
    },
  ];
  NativeMenu.setApplicationMenu(NativeMenu.buildFromTemplate(template));
}
