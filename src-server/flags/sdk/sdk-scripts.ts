import sdkPackage from 'posthog-js/package.json' with { type: 'json' };

/** The script of posthog-js that the HTML snippet loads. */
export const mainScript = 'array.js';

/**
 * The scripts that pages may load: that of the snippet, and those that posthog-js loads for what an app turns on by itself,
 * whatever the remote configuration says. The build copies them.
 */
export const sdkScripts: readonly string[] = [
  mainScript,
  'dead-clicks-autocapture.js',
  'exception-autocapture.js',
  'logs.js',
  'tracing-headers.js',
  'web-vitals.js',
  'web-vitals-soft-navs.js',
  'web-vitals-with-attribution.js',
  'web-vitals-with-attribution-soft-navs.js',
];

/** The version that they are of; they fit no other one. */
export const sdkVersion: string = sdkPackage.version;
