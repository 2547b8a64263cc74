import type { UpdateFailure, UpdateObstacle, UpdateState } from '#main/bridge.ts';

export const updateWords = {
  title: 'Updates',
  setting: 'Check for updates',
  description: (host: string) => `At each start and once a day, Benchtop asks ${host} for a new version.`,
  check: 'Check now',
  download: (version: string) => `Download ${version}`,
  question: (host: string) =>
    `Should Benchtop ask ${host} for updates at each start and once a day? Nothing is downloaded until you choose it.`,
  yes: 'Check for updates',
  no: 'Do not check',
};

const obstacles = {
  development: 'Benchtop runs from its sources, so it does not update itself. Get the new sources instead.',
  package_manager: 'This copy was installed as a package. Install new versions the same way.',
  portable: 'The portable program does not update itself. Download the new one instead.',
  unsigned: 'macOS updates only signed apps, and this copy is not signed. Download the new one instead.',
  read_only: 'The folder of the AppImage is read-only. Move the file to a folder of yours to get updates.',
  unconfigured: 'This copy was built without an address for updates. Download new versions instead.',
} satisfies Record<UpdateObstacle, string>;

const failures = {
  unreachable: 'The update server does not answer.',
  missing: 'The update server has no list of updates.',
  unverified: 'The download is not the published file, so it was discarded.',
  disk: 'The download could not be stored.',
  other: 'The check or download failed.',
} satisfies Record<UpdateFailure, string>;

/** Says what is known of a new version, in Settings › Desktop app. */
export function stateText(state: UpdateState): string {
  switch (state.kind) {
    case 'impossible':
      return obstacles[state.reason];
    case 'unasked':
    case 'off':
      return 'Off. Benchtop does not check for new versions.';
    case 'checking':
      return 'Checking…';
    case 'none':
      return 'This is the newest version.';
    case 'available':
      return `Version ${state.version} is available.`;
    case 'downloading':
      return `Downloading version ${state.version}: ${state.percent}%`;
    case 'ready':
      return `Version ${state.version} is downloaded. It is installed when you quit Benchtop.`;
    case 'failed':
      return `${failures[state.reason]} (${state.detail})`;
  }
}
