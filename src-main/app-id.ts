/** Names the app to the system. Windows shows notifications only of an app whose id is that of its shortcut in the start menu. */
export const appId = 'dev.benchtop.desktop';
