import sdkPackage from 'posthog-js/package.json' with { type: 'json' };

export const mainScript = 'array.js';

/**
 * Scripts that pages may load: the snippet's, and those posthog-js loads for features that an app turns on. Copied by the build.
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

/** Their version. Other versions of posthog-js load them too, as PostHog serves the newest to all that name none in the path. */
export const sdkVersion: string = sdkPackage.version;
