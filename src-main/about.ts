import { app } from 'electron';

/** Fills the box about the app, which a role of the menu opens. */
export function setAbout(icon: string): void {
  const { electron, chrome, node } = process.versions;
  app.setAboutPanelOptions({
    applicationName: app.getName(),
    applicationVersion: app.getVersion(),
    // The box has a line for a second version on macOS only.
    copyright: `Electron ${electron}, Chromium ${chrome}, Node ${node}\nMIT License; those of its parts are under Help › Licenses`,
    iconPath: icon,
  });
}
