import { words } from './words.tsx';

/** Ordered: most user agents also name the browsers that they are compatible with. */
const browsers: [RegExp, string][] = [
  [/Electron\//, 'Electron'],
  [/Edg[A-Z]*\//i, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/Windows/, 'Windows'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS X/, 'macOS'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** Returns the name of a browser by its `User-Agent` header, like "Firefox on Linux"; an unknown one is shown as sent, at most 40 characters. */
export function browserName(userAgent: string): string {
  const find = (table: [RegExp, string][]) => table.find(([pattern]) => pattern.test(userAgent))?.[1];
  const [browser, system] = [find(browsers), find(systems)];
  if (browser === undefined) return userAgent.slice(0, 40) || words.sessions.unknownBrowser;
  return system === undefined ? browser : `${browser} on ${system}`;
}
