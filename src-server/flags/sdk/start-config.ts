import type { JsonObject } from '../../core/contract.ts';
import type { sdkPaths } from '../../http/sdk-paths.ts';

/**
 * The remote configuration of posthog-js. Turns off everything Benchtop does not use, so that no more scripts load.
 * `hasFeatureFlags` stays true without flags, as posthog-js would otherwise request none. Omits surveys, since even `false` loads
 * their script.
 */
export const remoteConfig: JsonObject = {
  supportedCompression: ['gzip', 'lz64'],
  hasFeatureFlags: true,
  autocapture_opt_out: false,
  capturePerformance: false,
  captureDeadClicks: false,
  autocaptureExceptions: false,
  errorTracking: { autocaptureExceptions: false, suppressionRules: [] },
  analytics: { endpoint: '/i/v0/e/' satisfies (typeof sdkPaths.browserEvents)[number] },
  elementsChainAsString: true,
  sessionRecording: false,
  heatmaps: false,
  productTours: false,
  conversations: false,
  logs: { captureConsoleLogs: false },
  defaultIdentifiedOnly: true,
  siteApps: [],
  isAuthenticated: false,
  toolbarParams: {},
};
